import { firstCharacters } from 'small-parts';
import { queryDecorator } from '../../api/endpoint/request';
import { queryPairs } from '../../api/list/list-request';
import { Problem } from '../../api/problem/problem';

export const VEX_FORMATS = ['openvex', 'cyclonedx'] as const;
export type VexFormat = (typeof VEX_FORMATS)[number];

/** The parameter `format`. */
export const VexQuery = queryDecorator(readFormat);

/** @throws Problem invalid-query */
function readFormat(_none: void, url: string): VexFormat {
  let format: VexFormat | null = null;
  for (const [name, text] of queryPairs(url)) {
    if (name !== 'format') throw invalid(firstCharacters(name, 100), 'is not a parameter of this address');
    if (format !== null) throw invalid(name, 'must not be given twice');
    format = VEX_FORMATS.find((one) => one === text) ?? null;
    if (format === null) throw invalid(name, `must be one of ${VEX_FORMATS.join(', ')}`);
  }
  return format ?? 'openvex';
}

const invalid = (field: string, message: string) =>
  new Problem('invalid-query', `${field}: ${message}`, [{ field, message }]);

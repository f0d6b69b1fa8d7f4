import { type AdvisoryKey, isRepository } from 'advisory-match';

/** A product's keys that no other product has. */
export interface ProductKeys {
  keys: AdvisoryKey[];
  /** The types of its package URLs. */
  purlTypes: Set<string>;
}

export const nameOf = ({ type, value }: AdvisoryKey) => `${type} ${value}`;

/** @param rows identifiers of one product */
export function toKeys(rows: { type: 'purl' | 'cpe'; value: string }[]): ProductKeys {
  const purls = rows.filter(({ type }) => type === 'purl').map(({ value }) => value);
  const repositories = purls.filter(isRepository).map((value): AdvisoryKey => ({ type: 'repo', value }));
  const keys = rows.map(({ type, value }): AdvisoryKey => ({ type, value }));
  return {
    keys: [...keys, ...repositories],
    purlTypes: new Set(purls.map((purl) => purl.slice(4, purl.indexOf('/')))),
  };
}

import type { FilterSpec, ListSpec } from '../../api/list/list-spec';
import { MAX_TAG, readTag, TAG_FORM, tagKey } from './tag-name';

export const tagList: ListSpec = {
  filters: {},
  sorts: { name: { column: 't.name_key', unique: true } },
  defaultSort: 'name',
  idColumn: 't.id',
};

const HAS = `EXISTS (SELECT 1 FROM favorite_tag ft JOIN tag t ON t.id = ft.tag_id WHERE ft.favorite_id = f.id AND t.name_key = ?)`;

/** For the list of favorites, `f`. Index: PRIMARY of `favorite_tag`, by the favorite. */
export const TAG_FILTERS: Record<string, FilterSpec> = {
  tag: {
    kind: 'text',
    column: '',
    operators: ['eq', 'ne'],
    schema: { pattern: '\\S', maxLength: 4 * MAX_TAG },
    read: (text, operator) =>
      readTag(text) === null ? TAG_FORM : { condition: operator === 'ne' ? `NOT ${HAS}` : HAS, value: tagKey(text) },
    description: 'A tag of yours, whatever its case. Given twice, favorites have both; `ne`: they do not have it.',
  },
  tagged: {
    kind: 'boolean',
    column: '(EXISTS (SELECT 1 FROM favorite_tag ft WHERE ft.favorite_id = f.id))',
    operators: ['eq'],
    description: 'Whether it has any tag.',
  },
};

import type { ListSpec } from '../api/list/list-spec';
import { FEED_KINDS } from './writing/documents';

export const feedList: ListSpec = {
  filters: {
    kind: { kind: 'word', column: 'd.kind', operators: ['eq'], values: FEED_KINDS },
  },
  sorts: { created_at: { column: 'd.created_at', holds: 'moment' } },
  defaultSort: 'created_at',
  idColumn: 'd.id',
};

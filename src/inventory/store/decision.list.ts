import type { ListSpec } from '../../api/list/list-spec';

/** What was decided about components of an inventory. */
export const decisionList: ListSpec = {
  filters: {
    ignored: {
      kind: 'boolean',
      column: '(d.software_id IS NULL)',
      operators: ['eq'],
      description: 'Whether the component is ignored.',
    },
  },
  sorts: { name: { column: 'd.name' }, created_at: { column: 'd.created_at', holds: 'moment' } },
  defaultSort: 'name',
  idColumn: 'd.id',
};

import type { ListSpec } from '../../api/list/list-spec';
import { WAITS } from '../../favorite/deployment/deployment.repository';
import { environmentFilter } from '../../favorite/deployment/deployment.sql';

export const INVENTORY_SCOPES = ['main', 'direct', 'all'] as const;
export type InventoryScope = (typeof INVENTORY_SCOPES)[number];

export const inventoryList: ListSpec = {
  filters: { environment: environmentFilter },
  sorts: { name: { column: 'i.name', holds: 'ascii', unique: true } },
  defaultSort: 'name',
  idColumn: 'i.id',
};

const SOFTWARE = { software: { column: 's.name_key' } };

/** The list of an inventory's deployments. */
export const deploymentList: ListSpec = {
  filters: {
    waits: {
      kind: 'boolean',
      column: WAITS,
      operators: ['eq'],
      description: 'Whether its favorite shows a higher version.',
    },
    update_available: { kind: 'boolean', column: 'f.update_available', operators: ['eq'] },
    software: { kind: 'name', column: 's.name_key', operators: ['eq', 'like'] },
  },
  sorts: SOFTWARE,
  defaultSort: 'software',
  idColumn: 'd.id',
};

/** Software in use somewhere, with its versions by inventory. */
export const comparisonList: ListSpec = {
  filters: {
    differs: {
      kind: 'boolean',
      column: '(SELECT COUNT(DISTINCT d.version_id) FROM deployment d WHERE d.favorite_id = f.id) > 1',
      operators: ['eq'],
      description: 'Whether it is in use at several versions.',
    },
    software: { kind: 'name', column: 's.name_key', operators: ['eq', 'like'] },
  },
  sorts: SOFTWARE,
  defaultSort: 'software',
  idColumn: 'f.id',
};

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

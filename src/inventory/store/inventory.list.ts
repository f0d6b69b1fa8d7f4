import type { FilterSpec, ListSpec } from '../../api/list/list-spec';
import { WAITS } from '../../favorite/deployment/deployment.repository';
import { DEPLOYMENT_FILTERS, environmentFilter } from '../../favorite/deployment/deployment.sql';
import { labelsFilter } from '../../favorite/deployment/labels.sql';

export const INVENTORY_SCOPES = ['main', 'direct', 'all'] as const;
export type InventoryScope = (typeof INVENTORY_SCOPES)[number];

export const inventoryList: ListSpec = {
  filters: { environment: environmentFilter, labels: labelsFilter },
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
    labels: DEPLOYMENT_FILTERS.labels,
    software: { kind: 'name', column: 's.name_key', operators: ['eq', 'like'] },
  },
  sorts: SOFTWARE,
  defaultSort: 'software',
  idColumn: 'f.id',
};

/** Of another group, whose numbers are told beside: it chooses no row. */
const against: FilterSpec = {
  ...labelsFilter,
  description: 'Labels of another group: its numbers are in `against`.',
  read: (value, operator) => {
    const read = labelsFilter.read!(value, operator);
    return typeof read === 'string' ? read : { condition: '1 = 1', value, parameters: [] };
  },
};

/** Products of a group of inventories. */
export const groupProductList: ListSpec = {
  filters: { labels: DEPLOYMENT_FILTERS.labels, against, software: comparisonList.filters.software! },
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

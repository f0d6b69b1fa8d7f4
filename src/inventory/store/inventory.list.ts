import type { FilterSpec, ListSpec } from '../../common/list/list-spec';
import { isLonger } from '../../common/text';

export const INVENTORY_SCOPES = ['main', 'direct', 'all'] as const;
export type InventoryScope = (typeof INVENTORY_SCOPES)[number];

/** Also a part of an address. */
export const INVENTORY_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** Characters of an environment. */
export const MAX_ENVIRONMENT = 64;

/** Visible characters; blanks at the ends do not count. */
export const isEnvironment = (text: string): boolean =>
  text.trim() !== '' &&
  text.isWellFormed() &&
  !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text) &&
  !isLonger(text, MAX_ENVIRONMENT);

const nameFilter: FilterSpec = {
  kind: 'text',
  column: 'i.name',
  operators: ['eq'],
  schema: { pattern: INVENTORY_NAME.source, maxLength: 64 },
  read: (value) =>
    INVENTORY_NAME.test(value) ? { condition: 'i.name = ?', value } : 'must be the name of an inventory',
};

const environmentFilter: FilterSpec = {
  kind: 'text',
  column: 'i.environment',
  operators: ['eq'],
  schema: { pattern: '\\S', maxLength: MAX_ENVIRONMENT },
  read: (value) =>
    isEnvironment(value) ? { condition: 'i.environment = ?', value } : `must have 1 to ${MAX_ENVIRONMENT} characters`,
};

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

/** For the list of favorites. Index: deployment_favorite. */
const deployedWhere = ({ read, ...filter }: FilterSpec, description: string): FilterSpec => ({
  ...filter,
  description,
  read: (text) => {
    const result = read!(text);
    if (typeof result === 'string') return result;
    const where = `d.favorite_id = f.id AND ${result.condition}`;
    return {
      ...result,
      condition: `EXISTS (SELECT 1 FROM deployment d JOIN inventory i ON i.id = d.inventory_id WHERE ${where})`,
    };
  },
});

export const DEPLOYMENT_FILTERS = {
  inventory: deployedWhere(nameFilter, 'The name of an inventory that has it.'),
  environment: deployedWhere(environmentFilter, 'The environment of an inventory that has it.'),
};

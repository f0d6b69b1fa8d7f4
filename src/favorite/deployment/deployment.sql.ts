import { isLonger } from 'small-parts';
import type { FilterSpec } from '../../api/list/list-spec';
import { labelsFilter } from './labels.sql';

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

export const environmentFilter: FilterSpec = {
  kind: 'text',
  column: 'i.environment',
  operators: ['eq'],
  schema: { pattern: '\\S', maxLength: MAX_ENVIRONMENT },
  read: (value) =>
    isEnvironment(value) ? { condition: 'i.environment = ?', value } : `must have 1 to ${MAX_ENVIRONMENT} characters`,
};

/** Whether a favorite `f` is in use somewhere. Of EXISTS a server makes a join, and reads all deployments of each favorite. */
export const IS_DEPLOYED = '(SELECT 1 FROM deployment d WHERE d.favorite_id = f.id LIMIT 1) = 1';

/** For the list of favorites. Index: deployment_in_use. */
const deployedWhere = ({ read, ...filter }: FilterSpec, description: string): FilterSpec => ({
  ...filter,
  description,
  read: (text, operator) => {
    const result = read!(text, operator);
    if (typeof result === 'string') return result;
    const where = `d.favorite_id = f.id AND ${result.condition}`;
    return {
      ...result,
      condition: `(SELECT 1 FROM deployment d JOIN inventory i ON i.id = d.inventory_id WHERE ${where} LIMIT 1) = 1`,
    };
  },
});

export const DEPLOYMENT_FILTERS = {
  inventory: deployedWhere(nameFilter, 'The name of an inventory that has it.'),
  environment: deployedWhere(environmentFilter, 'The environment of an inventory that has it.'),
  labels: deployedWhere(labelsFilter, 'Labels of an inventory that has it: `group=web,site=berlin`.'),
};

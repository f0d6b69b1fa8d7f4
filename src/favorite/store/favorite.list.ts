import { type Step, STEPS } from 'version-order';
import type { FilterSpec, ListSpec } from '../../api/list/list-spec';
import { RISK_FILTERS } from './favorite-risk.sql';
import { mattersFilter, mattersSort } from './matters.sql';
import { DEPLOYMENT_FILTERS } from '../deployment/deployment.sql';
import { TAG_FILTERS } from '../tag/tag.list';
import { freshnessFilter, INCLUDE_FRESHNESS, knownFilter } from '../../software/freshness.sql';
import { INCLUDE_RELEASES } from '../../software/release-count.repository';
import { ENDING_DAYS, NO_LAST_DAY, SUPPORT_STATES } from '../../version/lifecycle/support';

export const AVAILABLE_VERSION = 'includeAvailableVersion';
export const VERSION_KNOWN = 'includeVersionKnown';
export const POLICY = 'includePolicy';
export const PRODUCT = 'includeProduct';
export const SUPPORT = 'includeSupport';
export const DEPLOYMENTS = 'includeDeployments';
export const RISK = 'includeRisk';
export const HIGHLIGHTS = 'includeHighlights';
export const TAGS = 'includeTags';
export const MATTERS = 'includeMatters';
export const FAVORITE_INCLUDES = [
  AVAILABLE_VERSION,
  VERSION_KNOWN,
  DEPLOYMENTS,
  HIGHLIGHTS,
  INCLUDE_FRESHNESS,
  MATTERS,
  POLICY,
  PRODUCT,
  INCLUDE_RELEASES,
  RISK,
  SUPPORT,
  TAGS,
] as const;

/** Those without an update come after all others. */
const NO_STEP = STEPS.length;
/** Before any release: in the order of time those without an update come first. */
const NO_RELEASE = `'1000-01-01 00:00:00.000000'`;

/** Support that ended on an unknown day comes first, support without an end last. */
const LONG_AGO = `'0001-01-01'`;

const STATES: Record<string, string> = {
  snoozed: 'f.wake_at IS NOT NULL',
  muted: 'f.notifications_enabled = 0',
  policy: 'f.has_policy = 1',
};

/** Index: favorite_user_update. */
const kindFilter: FilterSpec = {
  kind: 'word',
  column: 'f.available_step',
  operators: ['eq'],
  values: STEPS,
  read: (text) => {
    const value = STEPS.indexOf(text as Step);
    if (value < 0) return `must be one of ${STEPS.join(', ')}`;
    return { condition: '(f.update_available = 1 AND f.available_step = ?)', value };
  },
  description: 'The size of the step to the available version. Favorites without an update have none.',
};

const stateFilter: FilterSpec = {
  kind: 'word',
  column: '',
  operators: ['eq'],
  values: Object.keys(STATES),
  read: (text) => {
    if (!Object.hasOwn(STATES, text)) return `must be one of ${Object.keys(STATES).join(', ')}`;
    return { condition: `(${STATES[text]}) = ?`, value: true };
  },
  description:
    '`snoozed`: no updates until a given time; `muted`: `notifications_enabled` is false; `policy`: a policy decides which versions count ' +
    'as updates, a snooze included. Given twice, both hold.',
};

/** Columns as in the statement of `FavoriteRepository`. */
export const favoriteList: ListSpec = {
  filters: {
    software: {
      kind: 'name',
      column: 's.name_key',
      operators: ['eq', 'ne', 'like'],
      description: "The product's name.",
    },
    software_id: { kind: 'id', column: 'f.software_id', operators: ['eq'], description: 'Id of the product.' },
    publisher: {
      kind: 'name',
      column: 'p.name_key',
      operators: ['eq', 'ne', 'like'],
      description: "The name of the product's publisher.",
    },
    update_available: { kind: 'boolean', column: 'f.update_available', operators: ['eq'] },
    kind: kindFilter,
    available_at: {
      kind: 'moment',
      column: 'f.available_at',
      operators: ['gt', 'gte', 'lt', 'lte'],
      description: 'When the available version was released: its `created_at`. Only favorites with an update have one.',
    },
    state: stateFilter,
    // The repository makes the condition of a state: it depends on the day.
    support: {
      kind: 'word',
      column: 'f.support',
      operators: ['eq'],
      values: SUPPORT_STATES,
      description:
        `How long the version in use is supported: \`ending\` within ${ENDING_DAYS} days; \`extended\`: support has ended for most users, but not ` +
        'for all; `unknown`: no lifecycle of the product is known, or it does not say.',
    },
    eol: {
      kind: 'day',
      column: 'f.eol_on',
      operators: ['gt', 'gte', 'lt', 'lte'],
      description: 'The last day of support, as the policy counts it. Favorites without one never match.',
    },
    ...RISK_FILTERS,
    matters: mattersFilter,
    freshness: freshnessFilter,
    known: knownFilter,
    ...DEPLOYMENT_FILTERS,
    ...TAG_FILTERS,
    last_update: {
      kind: 'moment',
      column: 'f.updated_at',
      operators: ['gt', 'gte', 'lt', 'lte'],
      description: "The favorite's `updated_at`.",
    },
  },
  sorts: {
    created_at: { column: 'f.created_at', holds: 'moment' },
    updated_at: { column: 'f.updated_at', holds: 'moment' },
    software: { column: 's.name_key' },
    publisher: { column: 'p.name_key' },
    kind: { column: `COALESCE(f.available_step, ${NO_STEP})`, holds: 'number' },
    risk: { column: 'COALESCE(r.risk, 0)', holds: 'number' },
    matters: mattersSort,
    available_at: { column: `COALESCE(f.available_at, ${NO_RELEASE})`, holds: 'moment' },
    eol: {
      column: `COALESCE(f.eol_on, CASE WHEN f.support = 3 THEN ${LONG_AGO} ELSE '${NO_LAST_DAY}' END)`,
      holds: 'ascii',
    },
  },
  defaultSort: 'created_at',
  idColumn: 'f.id',
  includes: FAVORITE_INCLUDES,
};

import { AUTH_VARIABLES } from './auth.variables';
import { DATABASE_VARIABLES } from './database.variables';
import { LIMIT_VARIABLES } from './limit.variables';
import { NOTIFICATION_VARIABLES } from './notification.variables';
import { PROXY_VARIABLES } from './proxy.variables';
import { SERVER_VARIABLES } from './server.variables';
import { KNOWLEDGE_VARIABLES, SOURCE_VARIABLES } from './source.variables';
import type { ValueOf, Variable } from './variable';

/** In the order of docs/configuration.md and `.env.example`, by heading. */
export const VARIABLE_GROUPS: Record<string, Record<string, Variable<unknown>>> = {
  Server: SERVER_VARIABLES,
  'Database and secrets': DATABASE_VARIABLES,
  'Authentication and audit': AUTH_VARIABLES,
  'Update check and notifications': NOTIFICATION_VARIABLES,
  Sources: SOURCE_VARIABLES,
  Knowledge: KNOWLEDGE_VARIABLES,
  'Outgoing proxy': PROXY_VARIABLES,
  Limits: LIMIT_VARIABLES,
};

/** Every variable that the service reads. */
export const VARIABLES = {
  ...SERVER_VARIABLES,
  ...DATABASE_VARIABLES,
  ...AUTH_VARIABLES,
  ...NOTIFICATION_VARIABLES,
  ...SOURCE_VARIABLES,
  ...KNOWLEDGE_VARIABLES,
  ...PROXY_VARIABLES,
  ...LIMIT_VARIABLES,
};

export type Values = { [Name in keyof typeof VARIABLES]: ValueOf<(typeof VARIABLES)[Name]> };

/** Those that are no setting by themselves: `config.ts` combines them. */
export const IS_PART = /^(?:OIDC_.*|DATABASE_URL|SOURCES_ENABLED)$/;
type Part = `OIDC_${string}` | 'DATABASE_URL' | 'SOURCES_ENABLED';

type FieldOf<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Lowercase<Word>}${Capitalize<FieldOf<Rest>>}`
  : Lowercase<Name>;

/** `rateLimit` for `RATE_LIMIT`. */
export const fieldOf = (name: string) =>
  name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** The values of all others, by the fields of `Config`. */
export type Settings = { [Name in Exclude<keyof Values, Part> as FieldOf<Name>]: Values[Name] };

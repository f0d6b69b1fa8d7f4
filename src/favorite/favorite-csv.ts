import { csvLine, type CsvValue } from '../common/csv';
import type { FavoriteResponse } from './dto/favorite.response';
import { FLAG_FIELDS } from './store/favorite.entity';

/** The columns of favorites as CSV, with all includes. Lists are separated by blanks; deployments, their environments and tags have a line each. */
const FAVORITE_COLUMNS: Record<string, (favorite: FavoriteResponse) => CsvValue> = {
  uuid: ({ uuid }) => uuid,
  software: ({ software }) => software,
  publisher: ({ publisher }) => publisher,
  version: ({ version }) => version.version,
  version_created_at: ({ version }) => version.created_at,
  version_known: ({ version_known }) => version_known,
  update_available: ({ update_available }) => update_available,
  available_version: ({ available_version }) => available_version?.version,
  available_created_at: ({ available_version }) => available_version?.created_at,
  available_kind: ({ available_version }) => available_version?.kind,
  available_prerelease: ({ available_version }) => available_version?.prerelease,
  deployments: ({ deployments }) =>
    deployments?.map(({ inventory, environment, version }) => `${inventory ?? environment} ${version}`).join('\n'),
  environments: ({ deployments }) =>
    [...new Set(deployments?.flatMap(({ environment }) => environment ?? []))].join('\n'),
  notified_version: ({ notified_version }) => notified_version?.version,
  support: ({ support }) => support?.state,
  cycle: ({ support }) => support?.cycle,
  eol_on: ({ support }) => support?.eol_on,
  active_until: ({ support }) => support?.active_until,
  extended_until: ({ support }) => support?.extended_until,
  lts: ({ support }) => support?.lts,
  latest_in_cycle: ({ support }) => support?.latest_in_cycle,
  support_as_of: ({ support }) => support?.as_of,
  support_stale: ({ support }) => support?.stale,
  support_source: ({ support }) => support?.source,
  risk: ({ risk }) => risk?.state,
  vulnerabilities: ({ risk }) => risk?.known,
  critical_vulnerabilities: ({ risk }) => risk?.critical,
  high_vulnerabilities: ({ risk }) => risk?.high,
  exploited_vulnerabilities: ({ risk }) => risk?.exploited,
  open_vulnerabilities: ({ risk }) => risk?.open,
  disputed_vulnerabilities: ({ risk }) => risk?.disputed,
  severity: ({ risk }) => risk?.severity,
  epss: ({ risk }) => risk?.epss,
  fixed_by_update: ({ risk }) => risk?.fixed_by_update,
  remaining_vulnerabilities: ({ risk }) => risk?.remaining,
  assessed_by: ({ risk }) => risk?.assessed.join(' '),
  risk_as_of: ({ risk }) => risk?.as_of,
  matters: ({ matters }) => matters?.group,
  reasons: ({ matters }) => matters?.reasons.join(' '),
  days_behind: ({ matters }) => matters?.days_behind,
  freshness: ({ freshness }) => freshness?.state,
  checked_at: ({ freshness }) => freshness?.checked_at,
  catalogued_as_of: ({ freshness }) => freshness?.catalogued_as_of,
  freshness_since: ({ freshness }) => freshness?.since,
  known: ({ freshness }) => freshness?.known,
  tags: ({ tags }) => tags?.join('\n'),
  notes: ({ notes }) => notes,
  ...Object.fromEntries(Object.values(FLAG_FIELDS).map((flag) => [flag, (favorite) => favorite[flag]])),
  include_prereleases: ({ policy }) => policy?.include_prereleases,
  series: ({ policy }) => policy?.series,
  skip: ({ policy }) => policy?.skip.join(' '),
  snoozed_until: ({ policy }) => policy?.snoozed_until,
  minimum_age_days: ({ policy }) => policy?.minimum_age_days,
  channels: ({ policy }) => policy?.channels.join(' '),
  remind_every: ({ policy }) => policy?.remind_every,
  support_notice: ({ policy }) => policy?.support_notice?.join(' '),
  support_basis: ({ policy }) => policy?.support_basis,
  supported_until: ({ policy }) => policy?.supported_until,
  advisories: ({ policy }) => policy?.advisories,
  urgent_from: ({ policy }) => policy?.urgent?.from,
  urgent_minimum_age_days: ({ policy }) => policy?.urgent?.minimum_age_days,
  releases: ({ releases }) => releases?.join(' '),
  software_id: ({ product }) => product?.id,
  publisher_id: ({ product }) => product?.publisher_id,
  url: ({ product }) => product?.url,
  notes_url: ({ product }) => product?.notes_url,
  created_at: ({ created_at }) => created_at,
  updated_at: ({ updated_at }) => updated_at,
};

const COLUMNS = Object.values(FAVORITE_COLUMNS);

export const FAVORITE_HEADER = csvLine(Object.keys(FAVORITE_COLUMNS));

export const favoriteLines = (favorites: FavoriteResponse[]): string =>
  favorites.map((one) => csvLine(COLUMNS.map((of) => of(one)))).join('');

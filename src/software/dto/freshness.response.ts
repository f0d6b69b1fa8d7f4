import { DAY, Field, MOMENT, NULLABLE } from '../../api/endpoint/field';
import { type UtcTimestamp, toApiTimestamp } from '../../common/time/utc-timestamp';

export const FRESHNESS_STATES = ['live', 'stale', 'snapshot', 'no-source', 'failing'] as const;
export type FreshnessState = (typeof FRESHNESS_STATES)[number];

export const STATE_DOCS = {
  enum: FRESHNESS_STATES,
  description:
    '`live`: the source answered within three expected polls; `stale`: it did not; `failing`: the last poll failed; ' +
    '`snapshot`: the source was never asked, and what is known is of `catalogued_as_of`; `no-source`: nobody can be asked.',
};

export const KNOWN_VERSIONS = ['stable', 'prereleases', 'nothing'] as const;
export type KnownVersions = (typeof KNOWN_VERSIONS)[number];

export const KNOWN_DOCS = {
  enum: KNOWN_VERSIONS,
  description:
    'What is known of its versions: a `stable` one; `prereleases` only, which are offered to nobody who uses a stable version without asking for them; ' +
    '`nothing`, so that nobody can say whether there is an update.',
};

export const CHECKED_AT = {
  ...MOMENT,
  ...NULLABLE,
  description: 'The last answer of the source, whether or not it had news; null if there was none.',
};

export const CATALOGUED_AS_OF = {
  ...DAY,
  ...NULLABLE,
  description: 'The day of the catalogue snapshot that the product comes from; null if none is known.',
};

export class FreshnessResponse {
  @Field(STATE_DOCS) state!: FreshnessState;
  @Field(CHECKED_AT) checked_at!: string | null;
  @Field(CATALOGUED_AS_OF) catalogued_as_of!: string | null;

  @Field(
    MOMENT,
    NULLABLE,
    'Since when it is `stale`, `failing` or a `snapshot`; null if that is not known, and for other states.',
  )
  since!: string | null;

  @Field(KNOWN_DOCS) known!: KnownVersions;
}

/** Columns of `FRESHNESS_COLUMNS`; the first three are also those of `CHECKED_COLUMNS`. */
export interface FreshnessRow {
  fresh_state: FreshnessState;
  fresh_as_of: string | null;
  fresh_checked_at: UtcTimestamp | null;
  fresh_since: UtcTimestamp | null;
  fresh_known: KnownVersions;
}

export function toFreshnessResponse(row: FreshnessRow): FreshnessResponse {
  const day = row.fresh_state === 'snapshot' ? row.fresh_as_of : null;
  return {
    state: row.fresh_state,
    checked_at: toApiTimestamp(row.fresh_checked_at),
    catalogued_as_of: row.fresh_as_of,
    since: toApiTimestamp(day === null ? row.fresh_since : `${day} 00:00:00.000000`),
    known: row.fresh_known,
  };
}

import { probabilityOf, SEVERITIES, type Severity } from 'advisory-match';
import { COUNT, DAY, Field, NULLABLE } from '../../api/endpoint/field';
import type { SupportState } from '../../version/lifecycle/support';
import type { RiskRow } from './favorite-risk.sql';
import type { SeriesNewest } from './risk.repository';

/** `unclear`: only findings whose databases name no fix, or disagree. */
export const RISK_STATES = ['vulnerable', 'unclear', 'none-known', 'not-assessed'] as const;

export class SeriesFix {
  @Field({ example: '16.14' }) version!: string;
  @Field(COUNT, 'How many of `known` it does not have.', { example: 44 }) fixes!: number;
}

/** The known vulnerabilities of the version in use, without those whose triage ends them. */
export class RiskResponse {
  @Field(
    { enum: RISK_STATES },
    '`unclear`: databases name no fix, or disagree. `not-assessed`: no database knows the product, or support of the version in use has ended, so that nobody looks at it any more. `none-known` does not say that there is none.',
  )
  state!: (typeof RISK_STATES)[number];

  @Field(COUNT, 'Vulnerabilities that the version in use has.', { example: 4 }) known!: number;
  @Field(COUNT, { example: 1 }) critical!: number;
  @Field(COUNT, { example: 2 }) high!: number;
  @Field(COUNT, 'Known to be exploited.', { example: 1 }) exploited!: number;
  @Field(COUNT, 'Not in `known`: no database names a version that fixes it.', { example: 0 }) open!: number;
  @Field(COUNT, 'Not in `known`: databases disagree about the version.', { example: 0 }) disputed!: number;

  @Field(NULLABLE, { enum: SEVERITIES }, 'The worst severity; null without a vulnerability.')
  severity!: Severity | null;

  @Field(
    NULLABLE,
    { type: 'number', format: 'double', minimum: 0, maximum: 1 },
    'The highest probability of an exploit within 30 days, by EPSS of FIRST; null: not known.',
    { example: 0.12 },
  )
  epss!: number | null;

  @Field(COUNT, 'How many of `known` the available version does not have.', { example: 4 }) fixed_by_update!: number;
  @Field(COUNT, 'How many of `known` are left after that update.', { example: 0 }) remaining!: number;

  @Field(
    NULLABLE,
    { type: SeriesFix },
    'The newest stable version of the release cycle of the version in use, where that fixes some of `known` and is not the available one.',
  )
  in_series!: SeriesFix | null;

  @Field([String], 'The databases that know the product.', { example: ['Bitnami'] }) assessed!: string[];
  @Field(DAY, NULLABLE, 'The day of the newest of their records.') as_of!: string | null;
}

/**
 * @param databases that know the product
 * @param label of the version in use
 * @param newest of its release cycle
 */
export function toRiskResponse(
  row: Partial<RiskRow>,
  databases: string[],
  support: SupportState,
  label: string,
  newest: SeriesNewest | undefined,
): RiskResponse {
  const known = row.risk_known ?? 0;
  const fixed = row.risk_fixed ?? 0;
  const fixes = newest ? known - Number(newest.kept) : 0;
  const unclear = (row.risk_open ?? 0) + (row.risk_disputed ?? 0);
  // `nightly` has no place among the versions of an advisory.
  const isAssessed = databases.length > 0 && support !== 'ended' && /\d/.test(label);
  return {
    state: known > 0 ? 'vulnerable' : unclear > 0 ? 'unclear' : isAssessed ? 'none-known' : 'not-assessed',
    known,
    critical: row.risk_critical ?? 0,
    high: row.risk_high ?? 0,
    exploited: row.risk_exploited ?? 0,
    open: row.risk_open ?? 0,
    disputed: row.risk_disputed ?? 0,
    severity: row.risk_severity == null ? null : SEVERITIES[row.risk_severity]!,
    epss: probabilityOf(row.risk_epss),
    fixed_by_update: fixed,
    remaining: known - fixed,
    in_series: fixes > 0 ? { version: newest!.version, fixes } : null,
    assessed: databases,
    as_of: row.risk_as_of ?? null,
  };
}

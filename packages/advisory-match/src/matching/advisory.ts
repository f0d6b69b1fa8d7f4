import type { SchemeName } from 'version-order';

/** The provider of knowledge whose records are statements of vendors (VEX). */
export const VEX_PROVIDER = 'vex';

/** A vendor's statement about one vulnerability does not make a product one whose vulnerabilities somebody collects. */
export const assesses = ({ provider }: { provider: string }) => provider !== VEX_PROVIDER;

/** How bad a vulnerability is, the worst last; stored as its place. `unknown`: nobody says. */
export const SEVERITIES = ['unknown', 'low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/**
 * Who says that versions are affected, the most trusted first; stored as its place. `vendor`: the publisher of the product; `package`: a
 * database of packages; `repository`: OSV's records by the address of a repository.
 */
export const ORIGINS = ['vendor', 'package', 'bitnami', 'overrides', 'repository'] as const;
export type Origin = (typeof ORIGINS)[number];

/**
 * By what a range names its product: a canonical package URL without version (`pkg:npm/express`, `pkg:bitnami/nginx`), a CPE as
 * `part:vendor:product`, or a repository as its package URL (`pkg:github/owner/name`). Exact, never a guess.
 */
export const KEY_TYPES = ['purl', 'cpe', 'repo'] as const;
export interface AdvisoryKey {
  type: (typeof KEY_TYPES)[number];
  value: string;
}

/** As in OSV's schema, and NVD's `versionStartExcluding`: exactly one of them. `introduced: '0'` is before all versions. */
export type RangeEvent =
  { introduced: string } | { introduced_after: string } | { fixed: string } | { last_affected: string };

/** The affected versions of one product, as an advisory gives them. */
export interface AdvisoryRange {
  key: AdvisoryKey;
  origin: Origin;
  /** In which `events` are ordered: that of the key's ecosystem. Null = nobody can order them; only `versions` count. `product`: in the scheme of the product. */
  scheme: SchemeName | 'product' | null;
  /** Each inner list is a range of its own; a version is affected if one of them says so. In their order. */
  ranges: RangeEvent[][];
  /** Versions that are affected whatever the ranges say. */
  versions: string[];
  /** Of a CPE: it counts for products that have a package URL of this type. */
  target?: string;
  /** It says that these versions do not have the vulnerability; undefined = that they have it. */
  denial?: Denial;
}

/** A statement that versions do not have a vulnerability. */
export interface Denial {
  /** Why, as it is said; at most 500 characters. Null = it is fixed there, or nobody says. */
  reason: string | null;
}

/** A record of an advisory database, checked. */
export interface AdvisoryRecord {
  /** Of the record, such as `GHSA-…`, `BIT-nginx-2024-1`, `CVE-2024-1`; at most 128 characters. */
  id: string;
  /** Other ids of the same vulnerability; at most 50. */
  aliases: string[];
  /** At most 500 characters. */
  summary: string | null;
  severity: Severity;
  /** CVSS vector of the highest version; at most 255 characters. */
  cvss: string | null;
  /** The name of the database, for people: `Bitnami`, `GitHub`, `Go`. */
  database: string;
  url: string | null;
  /** `YYYY-MM-DD` */
  published: string | null;
  modified: string | null;
  isWithdrawn: boolean;
  affected: AdvisoryRange[];
}

/**
 * The one name of a vulnerability under which records of several databases are merged: its CVE id (the smallest, if it has several), else its
 * GHSA id, else the id of the record.
 */
export function vulnerabilityOf({ id, aliases }: Pick<AdvisoryRecord, 'id' | 'aliases'>): string {
  const ids = [id, ...aliases].sort();
  return ids.find((one) => /^CVE-\d{4}-\d{4,}$/.test(one)) ?? ids.find((one) => one.startsWith('GHSA-')) ?? id;
}

/**
 * Whether a version is affected; stored as its place. `open`: by a range without an end, so nobody names a fix. `disputed`: two origins
 * disagree. `not_affected`: the vendor names the version as one that does not have it, whatever others say.
 */
export const FINDING_STATES = ['affected', 'open', 'disputed', 'not_affected'] as const;
export type FindingState = (typeof FINDING_STATES)[number];

/** A vulnerability that a version has, or may have, or is said to have by some and not by its vendor. */
export interface Finding {
  /** See `vulnerabilityOf`. */
  vulnerability: string;
  state: FindingState;
  severity: Severity;
  /** The lowest version that fixes it, as the most trusted origin writes it; null = none is named. */
  fixed: string | null;
  /** Why the vendor says that the version is not affected; null = it does not say so, or not why. */
  reason: string | null;
}

/** A stored EPSS, which is in ten-thousandths, as FIRST writes it: 0 to 1; null = not known. */
export const probabilityOf = (epss: number | null | undefined) => (epss == null ? null : epss / 10_000);

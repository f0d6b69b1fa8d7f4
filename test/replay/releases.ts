import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { orderingFor } from 'version-order';
import type { Random } from '../setup/random';
import { BUNDLED } from '../setup/process';
import { fromDate } from '../../src/common/time/utc-timestamp';

export interface Release {
  label: string;
  /** As the catalogue has it: a date, or a datetime in UTC. */
  releasedAt: string;
  /** Milliseconds since 1970. */
  at: number;
  key: string;
  /** The source's own word, where it says something. */
  said: boolean | null;
  prerelease: boolean;
}

export interface Product {
  identity: string;
  name: string;
  ordering: { scheme: 'generic' | 'semver' };
  /** By date. */
  releases: Release[];
  /** All labels are numbers with dots: what a series is can be seen without knowing how versions are ordered. */
  plain: boolean;
}

interface Line {
  identity: { kind: string; id: string };
  software: { name: string };
  versions: { version: string; released_at?: string }[];
}

const DAY = 86_400_000;
/** How many releases before the start are known already. */
const HISTORY = 12;
const PLAIN = /^v?\d+(\.\d+)*$/;
const SEMVER = /^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/;

/** Of a product: those before the start are known, those after it come in the time that is replayed. */
interface Numbers {
  before: number;
  within: number;
}

/** Neither asleep nor releasing every day. */
const isUsual = ({ before, within }: Numbers) => before >= 3 && within >= 10 && within <= 45;

/** Real releases of the bundled catalogue, up to `until` and with a short history before `from`. */
export function realProducts(count: number, from: number, until: number, random: Random): Product[] {
  const products = allProducts(from, until, isUsual);
  // Products with two labels for one version are the awkward ones: all of them take part.
  const twice = products.filter(({ releases }) => new Set(releases.map(({ key }) => key)).size < releases.length);
  const others = random.shuffled(products.filter((product) => !twice.includes(product)));
  return [...twice, ...others].slice(0, count);
}

/** All products of the bundled catalogue that had a release before `from`. */
export function allProducts(from: number, until: number, choose = (_numbers: Numbers) => true): Product[] {
  const lines = gunzipSync(readFileSync(BUNDLED)).toString('utf8').trim().split('\n');
  return lines.flatMap((line, index) => toProduct(JSON.parse(line) as Line, index, from, until, choose) ?? []);
}

function toProduct(
  { identity, software, versions }: Line,
  index: number,
  from: number,
  until: number,
  choose: (numbers: Numbers) => boolean,
): Product | null {
  const dated = versions
    .flatMap(({ version, released_at }) =>
      released_at ? [{ label: version, at: Date.parse(released_at), released_at }] : [],
    )
    .filter(({ at }) => at <= until)
    .sort((a, b) => a.at - b.at || (a.label < b.label ? -1 : 1));
  const before = dated.filter(({ at }) => at <= from);
  if (before.length === 0 || !choose({ before: before.length, within: dated.length - before.length })) return null;
  const recent = dated.slice(Math.max(0, before.length - HISTORY));
  const strict = index % 3 === 0 && recent.every(({ label }) => SEMVER.test(label));
  const ordering = { scheme: strict ? ('semver' as const) : ('generic' as const) };
  const reader = orderingFor(ordering);
  const releases = recent.map(({ label, at, released_at }, place) => {
    // Few sources of the catalogue name pre-releases: some products get a source that calls every fifth release one.
    const said = index % 5 === 0 ? place % 5 === 3 : null;
    const { key, prerelease } = reader.read(label, { prerelease: said ?? undefined, releasedAt: released_at });
    return { label, releasedAt: released_at, at, key, said, prerelease };
  });
  return {
    identity: `${identity.kind}:${identity.id}`,
    name: software.name,
    ordering,
    releases,
    plain: releases.every(({ label }) => PLAIN.test(label)),
  };
}

export const dayOf = (day: string) => Date.parse(`${day}T12:00:00Z`);
export const plusDays = (at: number, days: number) => at + days * DAY;
/** As the database writes it. */
export const momentOf = (at: number) => fromDate(new Date(at));

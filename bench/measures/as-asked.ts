import { median } from '../lib/compare';
import { type Address, rowsOf } from '../lib/database';
import { load, type LoadResult } from '../lib/load';
import { type Program, startService } from '../lib/programs';
import { idOf } from '../seed/facts';
import { times } from '../settings';
import type { Measure, Result } from './measure';

const PAIRS = 5;

/** What the web application asks for, and the plain page of the same: the price of what is included. */
const FAVORITES = 'favorite?per_page=50';
const UPDATES = `${FAVORITES}&update_available=true&includeAvailableVersion&includeProduct&includePolicy&includeFreshness&includeReleases&includeSupport&includeTotal`;
const LIST = `${FAVORITES}&includeAvailableVersion&includeProduct&includePolicy&includeFreshness&includeSupport&includeTotal`;
const DETAILS = 'includePublisher&includeLatestVersion&includeFreshness&includeIdentifiers';

/** Requests as people ask them. The limit server does not answer them, so they are measured against our own plain page. */
export const asAsked: Measure = {
  name: 'as-asked',
  title: 'Reading, as the web application asks',
  async run({ settings, address }) {
    const { clients, seconds, sizes } = settings;
    const one = (query: string) =>
      Array.from({ length: 256 }, (_, n) => `software/${idOf('software', (n * 37) % sizes.software)}${query}`);
    const kinds: [string, string[], string[]][] = [
      ['favorites with support', [`${FAVORITES}&includeSupport`], [FAVORITES]],
      ['favorites with freshness', [`${FAVORITES}&includeFreshness`], [FAVORITES]],
      ['*Updates*: its first page', [UPDATES], [FAVORITES]],
      ['*Favorites*: its first page', [LIST], [FAVORITES]],
      ['favorites with risk', [`${FAVORITES}&includeRisk`], [FAVORITES]],
      ['the summary', ['summary'], [FAVORITES]],
      ['a product', one(`?${DETAILS}`), one('')],
    ];
    await addRisks(address);
    const service = await startService(settings.databaseUrl);
    try {
      const results: Result[] = [];
      for (const [what, asked, plain] of kinds)
        results.push(await compareBoth(service, what, [asked, plain], { clients, seconds }, times(settings, PAIRS)));
      return results;
    } finally {
      await service.stop();
      await removeRisks(address);
    }
  },
};

const RISKY = 'SELECT id FROM user ORDER BY id LIMIT 64';

/** Vulnerabilities in all that the users have who ask: no other measure has any, as most products have none. */
async function addRisks(address: Address): Promise<void> {
  await removeRisks(address);
  await rowsOf(
    address,
    `INSERT INTO software_advisory (software_id, revision, known_by, as_of)
     SELECT DISTINCT f.software_id, 1, '["Bitnami","NVD"]', '2026-08-05' FROM favorite f JOIN (${RISKY}) u ON u.id = f.user_id`,
  );
  await rowsOf(
    address,
    `INSERT INTO favorite_risk (favorite_id, user_id, version_id, risk, known, critical, high, epss, severity, fixed, seen_at)
     SELECT f.id, f.user_id, f.version_id, 40000004, 4, 1, 2, 120, 4, 3, f.created_at FROM favorite f JOIN (${RISKY}) u ON u.id = f.user_id`,
  );
}

async function removeRisks(address: Address): Promise<void> {
  await rowsOf(address, 'DELETE FROM favorite_risk');
  await rowsOf(address, 'DELETE FROM software_advisory');
}

async function compareBoth(
  service: Program,
  what: string,
  [asked, plain]: [string[], string[]],
  how: { clients: number; seconds: number },
  rounds: number,
): Promise<Result> {
  const users = (paths: string[]) =>
    Array.from({ length: Math.max(64, paths.length) }, (_, n) => paths[n % paths.length]!);
  const pairs: [LoadResult, LoadResult][] = [];
  // The first round warms up; a single one counts.
  for (let round = rounds === 1 ? 1 : 0; round <= rounds; round++) {
    const ours = await load(service, { paths: users(asked), ...how });
    const bare = await load(service, { paths: users(plain), ...how });
    if (round > 0) pairs.push([ours, bare]);
  }
  const of = (value: (pair: [LoadResult, LoadResult]) => number) => median(pairs.map(value));
  const ratio = of(([ours, bare]) => ours.requestsPerSecond / bare.requestsPerSecond);
  return {
    what,
    aim: '',
    measured: `**${ratio.toFixed(2)}** of the plain page (${of(([ours]) => ours.requestsPerSecond).toFixed(0)} of ${of(([, bare]) => bare.requestsPerSecond).toFixed(0)} requests/s; p99 ${of(([ours]) => ours.p99)} ms)`,
    holds: null,
  };
}

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { foldName } from '../../../src/common/text';
import { type CatalogueRecord, readRecord } from '../../../src/source/catalogue/record';
import { orderingOf } from '../../../src/version/ordering-settings';
import { type Answer, closeAll } from '../../notification/providers/peers';
import { BUNDLED } from '../../setup/process';
import { labels, sourceAt } from '../sources/one-source';

interface Line {
  identity: { kind: string; id: string };
  publisher: { name: string };
  software: { name: string; url?: string };
  versions: { version: string; released_at: string; removed_at?: string }[];
  as_of: string;
  source: { type: string; settings: Record<string, string> };
  replaces?: string[];
}

interface Product {
  line: Line;
  identity: string;
  record: CatalogueRecord;
}

interface Ranked {
  label: string;
  key: string;
  /** 0 = not offered, 1 = a pre-release, 2 = a release. */
  rank: number;
  releasedAt: string;
}

const DAY = 86_400_000;
const DEFAULT = {
  scheme: 'generic',
  calver_pattern: null,
  tag_pattern: null,
  ignore_pattern: null,
  prerelease_pattern: null,
};

const products: Product[] = gunzipSync(readFileSync(BUNDLED))
  .toString()
  .trimEnd()
  .split('\n')
  .map((text) => {
    const line = JSON.parse(text) as Line;
    return { line, identity: `${line.identity.kind}:${line.identity.id}`, record: readRecord(line) };
  });
const identities = new Set(products.map(({ identity }) => identity));
const readme = readFileSync(join(dirname(BUNDLED), 'README.md'), 'utf8');

/** Rows of the table under a heading, as cells. */
function tableUnder(heading: string): string[][] {
  const section = readme.slice(readme.indexOf(`## ${heading}\n`)).split('\n## ')[0]!;
  const rows = section.split('\n').filter((text) => text.startsWith('| `'));
  return rows.map((row) =>
    row
      .split('|')
      .map((cell) => cell.trim().replaceAll('`', ''))
      .slice(1, -1),
  );
}

function ranked({ record, line }: Product): Ranked[] {
  const ordering = orderingOf(record.ordering ?? DEFAULT);
  return line.versions.map(({ version: label, released_at: releasedAt, removed_at }) => {
    const { key, prerelease, ignored, valid } = ordering.read(label, { releasedAt });
    const isOffered = removed_at === undefined && !ignored;
    return { label, key, rank: isOffered ? (prerelease || !valid ? 1 : 2) : 0, releasedAt };
  });
}

const highest = (versions: Ranked[]) =>
  versions.reduce((best, one) => (one.rank > best.rank || (one.rank === best.rank && one.key > best.key) ? one : best));

describe('the bundled catalogue', () => {
  it('has as many products as its description says', () => {
    const [, count] = /`catalogue.ndjson.gz`: ([\d,]+) products of/.exec(readme)!;
    expect(identities.size).toBe(products.length);
    expect(products.length).toBe(Number(count!.replace(',', '')));
  });

  it('begins and ends as every one before it: a first start that was cut off is known by that', () => {
    expect([products[0]!.identity, products.at(-1)!.identity]).toEqual([
      'endoflife:adonisjs',
      'winget:yt-dlp.yt-dlp.nightly',
    ]);
  });

  it('has the products that became one in place of those that its description lists', () => {
    const merged = tableUnder('What was merged');
    expect(merged.length).toBeGreaterThan(0);
    for (const [kept, gone] of merged) {
      expect(identities).toContain(kept);
      expect(identities).not.toContain(gone);
    }
    const replaced = products.flatMap(({ identity, line }) => (line.replaces ?? []).map((gone) => [identity, gone]));
    expect(replaced.sort()).toEqual(merged.map(([kept, gone]) => [kept, gone]).sort());
  });

  it('has no product twice', () => {
    const namesOf = ({ line: { publisher, software } }: Product) => {
      const name = foldName(software.name);
      const url = software.url && new URL(software.url);
      return [
        `${name} by ${foldName(publisher.name)}`,
        ...(url ? [`${name} at ${url.host.replace(/^www\./, '')}${url.pathname.replace(/\/$/, '')}`] : []),
      ];
    };
    const seen = new Map<string, string>();
    const twice: string[] = [];
    for (const product of products)
      for (const name of namesOf(product)) {
        if (seen.has(name)) twice.push(`${seen.get(name)} and ${product.identity}: ${name}`);
        seen.set(name, product.identity);
      }
    expect(twice).toEqual([]);
  });

  it('has a source for every product, which its kind decides', () => {
    // The manifest has a revision of its own behind the version.
    const revisions: Record<string, object> = { 'main/curl': { pattern: '^([0-9.]+)' } };
    const wrong = products.filter(({ line: { identity, source } }) => {
      const [bucket, manifest] = identity.id.split('/');
      const settings = {
        endoflife: { product: identity.id },
        winget: { package: identity.id },
        scoop: {
          bucket: `ScoopInstaller/${bucket === 'main' ? 'Main' : 'Extras'}`,
          manifest,
          ...revisions[identity.id],
        },
      }[identity.kind];
      return source.type !== identity.kind || JSON.stringify(source.settings) !== JSON.stringify(settings);
    });
    expect(wrong.map(({ identity }) => identity)).toEqual([]);
  });

  it('has an underscore and a number in labels only where the publisher writes them', () => {
    const written = products.filter(({ line }) => line.versions.some(({ version }) => /\d_\d+$/.test(version)));
    expect(written.map(({ identity }) => identity).sort()).toEqual([
      'endoflife:confluence', // 3.2.1_01
      'endoflife:oracle-jdk', // updates of a release, 1.6.0_45
      'scoop:main/nyagos', // its tags are 4.4.19_0
      'scoop:main/poppler', // builds for Windows by somebody else, who numbers them
      'winget:KiCad.KiCad', // made again by KiCad, 5.1.12_1
    ]);
    const curl = products.find(({ identity }) => identity === 'scoop:main/curl')!;
    expect(highest(ranked(curl)).label).toBe('8.21.0');
  });

  it('says of which day it is', () => {
    const days = new Set(products.map(({ line: { identity, as_of } }) => `${identity.kind} ${as_of}`));
    expect([...days].sort()).toEqual(['endoflife 2026-08-22', 'scoop 2026-08-22', 'winget 2024-07-01']);
  });

  it('has no version from after that day', () => {
    const late = products.filter(({ line: { as_of, versions } }) =>
      versions.some((one) => one.released_at > `${as_of}~`),
    );
    expect(late.map(({ identity }) => identity)).toEqual([]);
  });

  it('orders the versions of no product such that an old one stays the latest', () => {
    const wrong = products.filter((product) => {
      const offered = ranked(product).filter(({ rank }) => rank > 0);
      if (offered.length === 0) return false;
      const newest = offered.reduce((last, one) => (one.releasedAt >= last.releasedAt ? one : last));
      return Date.parse(newest.releasedAt) - Date.parse(highest(offered).releasedAt) > 400 * DAY;
    });
    // 4.2.1 came first, by the dates of its publisher.
    expect(wrong.map(({ identity }) => identity)).toEqual(['winget:Headsetapp.Headset']);
  });

  describe('is ordered rightly with what its sources answer', () => {
    afterEach(closeAll);

    const json = (value: unknown): Answer => [200, { 'content-type': 'application/json' }, JSON.stringify(value)];
    const sha = 'a'.repeat(40);
    const answers: Record<string, (versions: Ranked[]) => unknown> = {
      winget: (versions) => ({ sha, tree: versions.map(({ label }) => ({ path: label, type: 'tree', sha })) }),
      scoop: (versions) => ({ version: versions.at(-1)!.label }),
      endoflife: (versions) => ({
        result: {
          releases: versions.map(({ label, releasedAt }) => ({
            name: label,
            latest: { name: label, date: releasedAt },
          })),
        },
      }),
    };

    it.each(Object.keys(answers))('%s', async (type) => {
      const { fetch, url } = await sourceAt(type);
      // Every fifth: each takes an exchange.
      const some = products.filter(({ line }) => line.identity.kind === type).filter((_, at) => at % 5 === 0);
      const wrong: string[] = [];
      for (const product of some) {
        const known = ranked(product);
        const offered = known.filter(({ rank }) => rank > 0);
        if (offered.length === 0) continue;
        const settings = { ...product.line.source.settings, server: url };
        const deep = { sha, tree: known.map(({ label }) => ({ path: `${label}/W.W.yaml`, type: 'blob', sha })) };
        const listed = labels(
          await fetch(settings, ({ path }) => json(path.includes('recursive') ? deep : answers[type]!(offered))),
        );
        const latest = highest(offered);
        const best = highest(offered.filter(({ label }) => listed.includes(label)));
        if (best.rank < latest.rank || best.key < latest.key) wrong.push(`${product.identity}: ${best.label}`);
      }
      expect(wrong).toEqual([]);
    });
  });
});

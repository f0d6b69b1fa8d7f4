import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { foldName } from 'small-parts';
import { type CatalogueRecord, readRecord } from '../../../src/source/catalogue/record';
import { orderingOf } from '../../../src/version/versions/ordering-settings';
import { type Answer, closeAll } from '../../notification/providers/peers';
import { BUNDLED } from '../../../src/source/catalogue/catalogue-refresh';
import { bundledFiles } from '../../setup/bundled';
import { labels, sourceAt } from '../sources/one-source';

interface Line {
  identity: { kind: string; id: string };
  publisher: { name: string };
  software: { name: string; url?: string };
  versions: { version: string; released_at?: string; removed_at?: string }[];
  lifecycle?: { cycle: string; latest?: string; released_on?: string }[];
  as_of: string;
  source: { type: string; settings: Record<string, string> };
  replaces?: string[];
}

interface Product {
  file: string;
  line: Line;
  identity: string;
  record: CatalogueRecord;
}

interface Ranked {
  label: string;
  key: string;
  /** 0 = not offered, 1 = a pre-release, 2 = a release. */
  rank: number;
  /** Empty: unknown. */
  releasedAt: string;
}

/** A line of `merged.tsv`. */
interface Merged {
  identity: string;
  kept: string;
  foundBy: string;
  verdict: string;
  /** What became of another product. */
  other: string;
}

const DAY = 86_400_000;
const DEFAULT = {
  scheme: 'generic',
  calver_pattern: null,
  tag_pattern: null,
  ignore_pattern: null,
  prerelease_pattern: null,
};

const products: Product[] = [...bundledFiles()].flatMap(([file, lines]) =>
  lines.map((text) => {
    const line = JSON.parse(text) as Line;
    return { file, line, identity: `${line.identity.kind}:${line.identity.id}`, record: readRecord(line) };
  }),
);
/** Those whose source lists versions with days: the first catalogue. */
const main = products.filter(({ file }) => file === 'catalogue');
const identities = new Set(products.map(({ identity }) => identity));
const folder = dirname(BUNDLED[0]!);
const readme = readFileSync(join(folder, 'README.md'), 'utf8');
const merged: Merged[] = readFileSync(join(folder, 'merged.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((row) => {
    const [identity, , kept, foundBy, verdict, other = ''] = row.split('\t') as [
      string,
      string,
      string,
      string,
      string,
    ];
    return { identity, kept, foundBy, verdict, other };
  });

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

const rankings = new Map<Product, Ranked[]>();

function ranked(product: Product): Ranked[] {
  if (!rankings.has(product)) rankings.set(product, rankingOf(product));
  return rankings.get(product)!;
}

function rankingOf({ record, line }: Product): Ranked[] {
  const ordering = orderingOf(record.ordering ?? DEFAULT);
  return line.versions.map(({ version: label, released_at: releasedAt = '', removed_at }) => {
    const { key, prerelease, ignored, valid } = ordering.read(label, { releasedAt });
    const isOffered = removed_at === undefined && !ignored;
    return { label, key, rank: isOffered ? (prerelease || !valid ? 1 : 2) : 0, releasedAt };
  });
}

const highest = (versions: Ranked[]) =>
  versions.reduce((best, one) => (one.rank > best.rank || (one.rank === best.rank && one.key > best.key) ? one : best));

describe('the bundled catalogue', () => {
  it('has as many products as its description says', () => {
    expect(identities.size).toBe(products.length);
    const versions = products.reduce((sum, { line }) => sum + line.versions.length, 0);
    const number = (count: number) => count.toLocaleString('en');
    expect(readme).toContain(`${number(products.length)} products with ${number(versions)} versions`);
    for (const file of bundledFiles().keys()) {
      const [row] = tableUnder('The files').filter(([name]) => name === `${file}.ndjson.gz`);
      expect([file, row?.[1]]).toEqual([file, number(products.filter((one) => one.file === file).length)]);
    }
  });

  it('has what must be shared alike in a file of its own, and its origins and licences beside it', () => {
    const kindsOf = (file: string) =>
      [...new Set(products.filter((one) => one.file === file).map(({ line }) => line.identity.kind))].sort();
    expect(kindsOf('catalogue')).toEqual(['endoflife', 'scoop', 'winget']);
    expect(kindsOf('catalogue-wide')).toEqual(['homelab', 'landscape', 'project', 'scoop', 'stores']);
    expect(kindsOf('catalogue-selfhosted')).toEqual(['selfhosted']);
    const licences = [...readme.matchAll(/licences\/([\w.-]+\.(?:txt|md))/g)].map(([, name]) => name!);
    expect(readdirSync(join(folder, 'licences')).sort()).toEqual([...new Set(licences)].sort());
  });

  it('begins and ends as every one before it: a first start that was cut off is known by that', () => {
    expect([products[0]!.identity, products.at(-1)!.identity]).toEqual([
      'project:airsonic-advanced',
      'winget:yt-dlp.yt-dlp.nightly',
    ]);
    // The first of 0.1, which must not come first again.
    expect(main[0]!.identity).toBe('endoflife:adonisjs');
  });

  it('has the products that became one in place of those that its description lists', () => {
    const rows = tableUnder('What was merged');
    expect(rows.length).toBeGreaterThan(0);
    for (const [kept, gone] of rows) {
      expect(identities).toContain(kept);
      expect(identities).not.toContain(gone);
    }
    const replaced = products.flatMap(({ identity, line }) => (line.replaces ?? []).map((gone) => [identity, gone]));
    expect(replaced.sort()).toEqual(rows.map(([kept, gone]) => [kept, gone]).sort());
  });

  it('has the products that several origins know once, and what has only the name of another apart', () => {
    expect(merged.filter(({ verdict }) => !['same', 'another'].includes(verdict))).toEqual([]);
    expect(merged.filter(({ foundBy, verdict }) => verdict === 'another' && foundBy !== 'name')).toEqual([]);
    const same = merged.filter(({ verdict }) => verdict === 'same');
    expect(same.filter(({ kept }) => !identities.has(kept))).toEqual([]);
    expect(same.filter(({ identity, kept }) => identity !== kept && identities.has(identity))).toEqual([]);
    const others = merged.filter(({ verdict }) => verdict === 'another');
    const isApart = ({ other }: Merged) => other.startsWith('a product of its own: ');
    expect(others.filter(({ identity, kept }) => identity === kept)).toEqual([]);
    expect(others.filter((one) => identities.has(one.identity) !== isApart(one))).toEqual([]);
    expect(others.filter((one) => !isApart(one) && !one.other.startsWith('left out: '))).toEqual([]);
  });

  it('keeps f.lux and Flux, EDA and JLC EDA, the server and the desktop application of Zulip apart', () => {
    for (const identity of ['scoop:extras/f.lux', 'selfhosted:eda', 'selfhosted:zulip']) {
      const { kept, verdict } = merged.find((one) => one.identity === identity)!;
      expect([identity, verdict, identities.has(kept)]).toEqual([identity, 'another', true]);
    }
  });

  it('has no product whose newest version is older than 2026 where one of its files knows a newer one', () => {
    const newest = ({ line }: Product) =>
      line.versions
        .map(({ released_at = line.as_of }) => released_at)
        .sort()
        .at(-1);
    const labels = (product: Product) => new Set(product.line.versions.map(({ version }) => version));
    const wrong = products.filter((product) => {
      const day = newest(product);
      if (day === undefined || day >= '2026') return false;
      const known = labels(product);
      return (product.line.lifecycle ?? []).some(
        ({ cycle, latest = cycle, released_on: released = '' }) => released >= '2026' && !known.has(latest),
      );
    });
    expect(wrong.map(({ identity }) => identity)).toEqual([]);
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

  it('has a source for every product, in the first catalogue the one that its kind decides, but for packages of winget', () => {
    // The manifest has a revision of its own behind the version.
    const revisions: Record<string, object> = { 'main/curl': { pattern: '^([0-9.]+)' } };
    expect(products.filter(({ record }) => record.source === null)).toEqual([]);
    const ofKind = main.filter(
      ({ line: { source, identity } }) => identity.kind !== 'winget' || source.type === 'winget',
    );
    const wrong = ofKind.filter(({ line: { identity, source } }) => {
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
    const written = main.filter(({ line }) => line.versions.some(({ version }) => /\d_\d+$/.test(version)));
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
    expect([...days].sort()).toEqual([
      'endoflife 2026-08-22',
      'homelab 2026-08-08',
      'homelab 2026-08-21', // with the version that an application store ships, as those after it
      'homelab 2026-08-22',
      'landscape 2026-08-07',
      'landscape 2026-08-21',
      'landscape 2026-08-22',
      'project 2026-08-21',
      'project 2026-08-22',
      'project 2026-11-25',
      'scoop 2026-08-22',
      'selfhosted 2026-08-21',
      'selfhosted 2026-08-22',
      'stores 2026-08-21',
      'stores 2026-08-22',
      'winget 2024-07-01',
      'winget 2026-08-22', // with versions from elsewhere
    ]);
  });

  it('has no version from after that day', () => {
    const late = products.filter(({ line: { as_of, versions } }) =>
      versions.some(({ released_at = '' }) => released_at > `${as_of}~`),
    );
    expect(late.map(({ identity }) => identity)).toEqual([]);
  });

  it('has no product with versions of which none is offered to who wants no pre-releases', () => {
    const early = products.filter((one) => one.line.versions.length > 0 && highest(ranked(one)).rank < 2);
    expect(early.map(({ identity, line }) => `${identity} ${line.versions[0]!.version}`)).toEqual([]);
  });

  it.each([
    ['homelab:lldap', 'v0.6.3'],
    ['homelab:uptimekuma', '2.5.0'],
    ['landscape:portainer', '2.44.0'],
    ['project:esphome', '2026.8.0'],
    ['project:flowise', '3.1.4'],
    ['scoop:main/plex-server', '1.43.0.10492-121068a07'],
    ['selfhosted:frigate', '0.17.2'],
    ['selfhosted:jellyfin', '10.11.11'],
    ['selfhosted:listmonk', 'v6.2.0'],
    ['selfhosted:stash', 'v0.31.1'],
    ['winget:Bitwarden.Bitwarden', '2024.6.2'],
  ])('knows a stable version of %s: %s', (identity, version) => {
    const known = products.find((one) => one.identity === identity)!;
    expect(highest(ranked(known))).toMatchObject({ label: version, rank: 2 });
  });

  it('has the versions of application stores, as of the day on which they were shipped', () => {
    // Those of awesome-selfhosted of the day of its own state cannot be told apart.
    const shipped = products.filter(({ line: { identity, as_of, versions } }) => {
      const isOfStore =
        identity.kind === 'selfhosted' ? as_of > '2026-08-21' : /^(?:homelab|landscape|project)$/.test(identity.kind);
      return isOfStore && versions.length > 0;
    });
    expect(shipped.length).toBe(102);
    expect(shipped.filter(({ line }) => !/^2026-08-2[12]$/.test(line.as_of))).toEqual([]);
  });

  it('orders the versions of no product such that an old one stays the latest', () => {
    const wrong = products.filter((product) => {
      const offered = ranked(product).filter(({ rank, releasedAt }) => rank > 0 && releasedAt !== '');
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
      // Every thirtieth: each takes an exchange, and the ordering of all is asked above.
      const some = main.filter(({ line }) => line.source.type === type).filter((_, at) => at % 30 === 0);
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

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { keyOf, parseIdentifier } from 'inventory-reader';
import { BUNDLED } from '../../../src/source/catalogue/catalogue-refresh';
import { bundledLines } from '../../setup/bundled';

/** A row of `advisory-names.tsv`. */
interface Row {
  identifier: string;
  product: string;
  name: string;
}

interface Product {
  identity: { kind: string; id: string };
  software: { name: string };
  identifiers?: { type: string; value: string }[];
}

interface Match {
  criteria: string;
  vulnerable: boolean;
}

const DATA = dirname(BUNDLED[0]!);
const README = readFileSync(join(DATA, 'README.md'), 'utf8');
const text = (name: string) => gunzipSync(readFileSync(join(DATA, 'advisories', name))).toString();
const linesOf = (name: string) => text(name).trimEnd().split('\n');

const [head, ...rest] = readFileSync(join(DATA, 'advisory-names.tsv'), 'utf8').trimEnd().split('\n');
const rows: Row[] = rest.map((row) => {
  const [identifier, product, name] = row.split('\t') as [string, string, string];
  return { identifier, product, name };
});
const products = new Map(
  bundledLines().map((line) => {
    const product = JSON.parse(line) as Product;
    return [`${product.identity.kind}:${product.identity.id}`, product];
  }),
);
/** Identities of products by the identifier that they have. */
const ownersOf = new Map<string, string[]>();
for (const [identity, { identifiers = [] }] of products)
  for (const { type, value } of identifiers) {
    const key = `${type} ${value}`;
    ownersOf.set(key, [...(ownersOf.get(key) ?? []), identity]);
  }

interface OsvRecord {
  affected: { package: { name: string } }[];
  database_specific: { cpes: string[] };
}
const osv = linesOf('bitnami.ndjson.gz').map((line) => JSON.parse(line) as OsvRecord);
const componentsOf = ({ affected }: OsvRecord) => affected.map((one) => `pkg:bitnami/${one.package.name}`);
const components = new Set(osv.flatMap(componentsOf));

interface NvdRecord {
  id: string;
  /** null: the origin does not say. */
  published: string | null;
  configurations: { nodes: { cpeMatch: Match[] }[] }[];
}
const nvd = linesOf('nvd-overrides.ndjson.gz').map((line) => JSON.parse(line) as NvdRecord);
/** `part:vendor:product`; a colon that is part of a name has a backslash. */
const productOf = (criteria: string) =>
  /^cpe:2\.3:((?:\\.|[^:\\])+:(?:\\.|[^:\\])+:(?:\\.|[^:\\])+):/.exec(criteria)?.[1];
const matchesOf = ({ configurations }: NvdRecord) =>
  configurations.flatMap(({ nodes }) => nodes.flatMap(({ cpeMatch }) => cpeMatch));
const namedBy = (record: NvdRecord) =>
  matchesOf(record)
    .filter(({ vulnerable }) => vulnerable)
    .map(({ criteria }) => productOf(criteria)!);
const cpes = new Set([
  ...nvd.flatMap(namedBy),
  ...osv.flatMap((record) => record.database_specific.cpes.map((cpe) => productOf(cpe)!)),
]);

describe('the table of names in advisories', () => {
  it('has every identifier once, in its canonical form, in order', () => {
    expect(head).toBe('identifier\tproduct\tname\tnote');
    const identifiers = rows.map(({ identifier }) => identifier);
    expect(identifiers).toEqual([...new Set(identifiers)].sort());
    const texts = rows.map(({ identifier }) => {
      const { type, value } = parseIdentifier(identifier);
      return type === 'cpe' ? `cpe:${value}` : value;
    });
    expect(texts).toEqual(identifiers);
  });

  it('is of the products that it names, which alone have the identifier: who changes one looks at it again', () => {
    const wrong = rows.filter(({ identifier, product, name }) => {
      const owners = ownersOf.get(keyOf(parseIdentifier(identifier)));
      return products.get(product)?.software.name !== name || owners?.join() !== product;
    });
    expect(wrong).toEqual([]);
  });

  it('has names that occur in the advisories beside it', () => {
    const known = (identifier: string) =>
      identifier.startsWith('cpe:') ? cpes.has(identifier.slice(4)) : components.has(identifier);
    expect(rows.filter(({ identifier }) => !known(identifier))).toEqual([]);
  });

  it('gives a CPE name to more than 600 products that endoflife.date knows none of', () => {
    const listed = new Set(rows.map(({ identifier }) => identifier.replace(/^cpe:/, '')));
    const named = [...products.values()].map(({ identifiers = [] }) =>
      identifiers.filter(({ type }) => type === 'cpe'),
    );
    const before = named.filter((list) => list.some(({ value }) => !listed.has(value))).length;
    const now = named.filter((list) => list.length > 0).length;
    expect([before, now]).toEqual([276, 884]);
    const ofTable = rows.filter(({ identifier }) => identifier.startsWith('cpe:'));
    const counts = `${ofTable.length} CPE names of ${new Set(ofTable.map(({ product }) => product)).size} products`;
    expect(README).toContain(counts);
    expect(README).toContain(`\`pkg:bitnami/<component>\` of ${rows.length - ofTable.length}`);
  });

  it('makes no CPE name ambiguous', () => {
    const twice = [...ownersOf].filter(([key, owners]) => key.startsWith('cpe ') && owners.length > 1);
    expect(twice.map(([key]) => key)).toEqual(['cpe a:redhat:ansible']); // that of endoflife.date
  });

  it.each([
    ['a:agentejo:cockpit', 'selfhosted:cockpit'],
    ['a:cockpit-project:cockpit', 'homelab:cockpit'],
    ['a:dragonflydb:dragonfly', 'landscape:dragonflydb'],
    ['a:linuxfoundation:dragonfly', 'landscape:dragonfly'],
    ['a:jupyter:jupyterlab', 'selfhosted:jupyterlab'], // not its desktop application
    ['a:lycheeorg:lychee', 'selfhosted:lychee'], // not the checker of links
    ['a:mozilla:firefox', 'endoflife:firefox'],
    ['a:mozilla:firefox_esr', 'scoop:extras/firefox-esr'],
    ['a:trychroma:chromadb', 'landscape:chroma'], // not the highlighter
    ['a:fluxcd:flux2', 'endoflife:flux'],
    ['a:oracle:mysql', 'endoflife:mysql'],
    ['a:oracle:mysql_cluster', undefined],
    ['a:openc3:cosmos', undefined], // the product of the catalogue is Cosmos Cloud
    ['a:hyperledger:fabric', undefined], // the product of the catalogue is for prompts
    ['a:sudo_project:sudo', undefined], // the product of the catalogue is a script for Windows
    ['a:kovidgoyal:kitty', undefined], // the product of the catalogue is a fork of PuTTY
    ['a:jetbrains:intellij_idea', undefined], // the catalogue has its editions
  ])('gives %s to %s, and to no namesake', (cpe, product) => {
    expect(ownersOf.get(`cpe ${cpe}`)).toEqual(product === undefined ? undefined : [product]);
  });
});

describe('the advisories that come with the service', () => {
  const day = /^\d{4}-\d{2}-\d{2}$/;
  const CVE = /^CVE-\d{4}-\d{4,}$/;

  it('are packed without a time, as the catalogue is, and their description has their numbers', () => {
    const files = readdirSync(join(DATA, 'advisories'));
    expect(files.sort()).toEqual(['bitnami.ndjson.gz', 'kev.json.gz', 'nvd-overrides.ndjson.gz']);
    for (const path of [...BUNDLED, ...files.map((name) => join(DATA, 'advisories', name))])
      expect([path, readFileSync(path).readUInt32LE(4)]).toEqual([path, 0]);
    const number = (count: number) => count.toLocaleString('en');
    expect(README).toContain(`| \`advisories/bitnami.ndjson.gz\` | ${number(osv.length)} | 7,444 |`);
    expect(README).toContain(`Left out: ${number(7_444 - osv.length)} records`);
    expect(README).toContain(`| \`advisories/nvd-overrides.ndjson.gz\` | ${number(nvd.length)} | 32,127 |`);
    expect(README).toContain(`Left out: ${number(32_127 - nvd.length)} CVEs`);
  });

  it('has records of Bitnami in the form of OSV, of each component that a product is', () => {
    const form = {
      schema_version: expect.any(String),
      id: expect.stringMatching(/^BIT-/),
      aliases: expect.any(Array),
      affected: expect.any(Array),
      database_specific: { severity: expect.any(String), cpes: expect.any(Array) },
      references: expect.any(Array),
      published: expect.stringMatching(/^\d{4}-/),
      modified: expect.stringMatching(/^\d{4}-/),
    };
    for (const record of osv) expect(record).toMatchObject(form);
    const events = osv.flatMap(({ affected }) =>
      (affected as unknown as { ranges: { type: string; events: object[] }[] }[]).flatMap(({ ranges }) =>
        ranges.flatMap((range) => range.events.map((event) => `${range.type} ${Object.keys(event).join()}`)),
      ),
    );
    expect([...new Set(events)].sort()).toEqual(['SEMVER fixed', 'SEMVER introduced', 'SEMVER last_affected']);
    const owned = new Set(
      [...ownersOf.keys()].filter((key) => key.startsWith('purl pkg:bitnami/')).map((key) => key.slice(5)),
    );
    expect([...components].sort()).toEqual([...owned].sort());
    expect(osv.filter((record) => !componentsOf(record).some((name) => owned.has(name)))).toEqual([]);
  });

  it('has CVEs with configurations of the NVD, each of which names a product as vulnerable', () => {
    const form = {
      id: expect.stringMatching(CVE),
      published: null as unknown,
      modified: null as unknown,
      cna: expect.any(String),
      references: expect.any(Array),
      configurations: expect.any(Array),
    };
    const dated = { ...form, published: expect.stringMatching(day), modified: expect.stringMatching(day) };
    const isUndated = ({ published }: NvdRecord) => published === null;
    for (const record of nvd) expect(record).toEqual(isUndated(record) ? form : dated);
    expect(README).toContain(`${nvd.filter(isUndated).length.toLocaleString('en')} have no days`);
    const keys = new Set(nvd.flatMap((record) => matchesOf(record).flatMap((match) => Object.keys(match))));
    const bounds = ['versionEndExcluding', 'versionEndIncluding', 'versionStartIncluding'];
    expect([...keys].sort()).toEqual(['criteria', ...bounds, 'vulnerable']);
    const criteria = nvd.flatMap((record) => matchesOf(record).map((match) => match.criteria));
    expect(criteria.filter((one) => productOf(one) === undefined)).toEqual([]);
    expect(nvd.filter((record) => !namedBy(record).some((cpe) => ownersOf.has(`cpe ${cpe}`)))).toEqual([]);
    expect(new Set(nvd.map(({ id }) => id)).size).toBe(nvd.length);
  });

  it('has what CISA publishes, whole', () => {
    const kev = JSON.parse(text('kev.json.gz')) as { count: number; vulnerabilities: { cveID: string }[] };
    expect(new Set(kev.vulnerabilities.map(({ cveID }) => cveID)).size).toBe(kev.count);
    const form = { cveID: expect.stringMatching(CVE), dateAdded: expect.stringMatching(day) };
    for (const one of kev.vulnerabilities) expect(one).toMatchObject(form);
  });

  it('names no server of a package registry, and nobody’s address', () => {
    const all = ['bitnami.ndjson.gz', 'kev.json.gz', 'nvd-overrides.ndjson.gz']
      .map((name) => text(name).replaceAll('\\/', '/'))
      .join('\n');
    const hosts = new Set([...all.matchAll(/https?:\/\/([\w.-]+)/g)].map(([, host]) => host!));
    const registry =
      /^(?:www\.|registry\.|files\.|static\.|index\.|api\.)?(?:npmjs|pypi|pythonhosted|crates|rubygems|packagist|nuget|hackage)\./;
    expect([...hosts].filter((host) => registry.test(host))).toEqual([]);
    // Addresses of lists are no person's, nor is the id of a message in an archive.
    const addresses =
      all.replaceAll(/https?:\/\/lore\.kernel\.org\/\S+/g, '').match(/[\w.+-]+@[\w.-]+\.[a-z]{2,}/g) ?? [];
    expect(addresses.filter((address) => !/(?:^|-)(?:announce|users)@/.test(address))).toEqual([]);
  });
});

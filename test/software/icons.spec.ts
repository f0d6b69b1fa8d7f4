import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as simpleIcons from 'simple-icons';
import type { SimpleIcon } from 'simple-icons';

const DATA = join(__dirname, '..', '..', 'data');
const NOTICE = readFileSync(join(DATA, 'licences', 'simple-icons.md'), 'utf8');
const [head, ...rows] = readFileSync(join(DATA, 'icons.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t') as [icon: string, product: string, name: string]);

const known = new Map(Object.values(simpleIcons as Record<string, SimpleIcon>).map((icon) => [icon.slug, icon]));
const used = [...new Set(rows.map(([slug]) => slug))];
const iconOf = new Map(rows.map(([slug, identity]) => [identity, slug]));

/** Names by identity. */
const catalogue = new Map(
  gunzipSync(readFileSync(join(DATA, 'catalogue.ndjson.gz')))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { identity: { kind: string; id: string }; software: { name: string } })
    .map(({ identity, software }) => [`${identity.kind}:${identity.id}`, software.name]),
);

describe('the table of icons', () => {
  it('names icons that the package has, once for each product, in order', () => {
    expect(head).toEqual(['icon', 'product', 'name']);
    expect(used.filter((slug) => !known.has(slug))).toEqual([]);
    expect(iconOf.size).toBe(rows.length);
    const keys = rows.map(([slug, identity]) => `${slug}\t${identity}`);
    expect(keys).toEqual([...keys].sort());
  });

  it('is of the products that it names: who changes one looks at its icon again', () => {
    const folded = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
    const isOther = (identity: string, name: string) => folded(catalogue.get(identity) ?? name) !== folded(name);
    const others = rows.filter(([, identity, name]) => isOther(identity, name));
    expect(others).toEqual([]);
    expect(rows.filter(([, identity]) => catalogue.has(identity)).length).toBeGreaterThan(400);
  });

  it.each([
    ['endoflife:flux', 'flux'],
    ['scoop:main/flux', 'flux'],
    ['scoop:extras/flux', undefined],
    ['scoop:extras/f.lux', undefined],
    ['winget:Google.Chrome', 'googlechrome'],
    ['endoflife:terraform', 'terraform'],
    ['selfhosted:cockpit', undefined], // the content management system; the icon is that of the server console
    ['homelab:cockpit', 'cockpit'],
    ['scoop:extras/dolphin', undefined], // the file manager; the icon is that of the emulator
    ['selfhosted:medusa', undefined], // the manager of series; the icon is that of the shop
    ['scoop:main/make', undefined], // GNU make; the icon is that of make.com
  ])('gives %s the icon %s, not that of a namesake', (identity, slug) => {
    expect(iconOf.get(identity)).toBe(slug);
  });

  it('has no icon that may not be used here, and names the licence of each that has one of its own', () => {
    const licensed = used.flatMap((slug) => {
      const { title, license, source } = known.get(slug)!;
      return license ? [{ title, type: license.type, row: `| ${title} | ${license.type} | <${source}> |` }] : [];
    });
    expect(licensed.filter(({ type }) => /-N[CD]\b/.test(type))).toEqual([]);
    expect(licensed.filter(({ row }) => !NOTICE.includes(row)).map(({ title }) => title)).toEqual([]);
    expect(NOTICE.match(/^\| (?!title|---)/gm)).toHaveLength(licensed.length);
  });
});

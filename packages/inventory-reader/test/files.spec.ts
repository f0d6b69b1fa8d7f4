import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { InventoryError, readInventory } from 'inventory-reader';

const FIXTURES = join(__dirname, 'fixtures');
const LOCKFILES = join(FIXTURES, 'lockfiles');
const SBOMS = join(FIXTURES, 'sbom');

const EXPECTED = JSON.parse(readFileSync(join(LOCKFILES, 'expected.json'), 'utf8')) as Record<
  string,
  Record<string, [string, string | null][]>
>;

function read(path: string, format?: string) {
  const beside = (name: string) => {
    const other = resolve(dirname(path), name);
    return existsSync(other) ? readFileSync(other, 'utf8') : null;
  };
  return readInventory(readFileSync(path), { path, format, beside });
}

const pairs = (components: { name: string; version: string | null }[]) =>
  components.map(({ name, version }) => `${name} ${version ?? ''}`).sort();

describe('files of other projects', () => {
  for (const [format, files] of Object.entries(EXPECTED)) {
    it.each(Object.entries(files))(
      `${format}: %s has what is expected, by its name and content, and by its format`,
      (name, expected) => {
        const path = join(LOCKFILES, format, name);
        const wanted = expected.map(([one, version]) => `${one} ${version ?? ''}`).sort();
        const found = read(path);
        expect(found.format).toBe(format);
        expect(pairs(found.components)).toEqual(wanted);
        expect(pairs(read(path, format).components)).toEqual(wanted);
      },
    );
  }

  it('are recognized by their content alone, but for those that could be any list', () => {
    for (const [format, files] of Object.entries(EXPECTED)) {
      if (['tool-versions', 'homebrew'].includes(format)) continue;
      for (const name of Object.keys(files)) {
        const bytes = readFileSync(join(LOCKFILES, format, name));
        expect([name, readInventory(bytes).format]).toEqual([name, format]);
      }
    }
  });
});

describe('bills of materials', () => {
  const names = readdirSync(SBOMS);

  it.each(names.filter((name) => !name.startsWith('invalid-')))('%s is read', (name) => {
    const { format, components, rejected } = read(join(SBOMS, name));
    expect(format).toBe(name.startsWith('valid-') ? 'cyclonedx' : 'spdx');
    expect(components.length).toBeGreaterThan(0);
    expect(rejected).toEqual([]);
  });

  it.each(names.filter((name) => name.startsWith('invalid-')))('%s is read or refused', (name) => {
    try {
      expect(read(join(SBOMS, name)).format).toBe('cyclonedx');
    } catch (error) {
      expect(error).toBeInstanceOf(InventoryError);
    }
  });

  it('say what the document is about, and what that depends on by itself', () => {
    const slf4j = {
      group: 'org.slf4j',
      name: 'slf4j-api',
      version: '2.0.9',
      purl: 'pkg:maven/org.slf4j/slf4j-api@2.0.9',
    };
    const document = {
      ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
      metadata: { component: { 'bom-ref': 'app', type: 'application', name: 'shop', version: '2' } },
      components: [
        { 'bom-ref': 'a', ...slf4j },
        { 'bom-ref': 'b', name: 'deep', version: '1' },
      ],
      dependencies: [
        { ref: 'app', dependsOn: ['a'] },
        { ref: 'a', dependsOn: ['b'] },
      ],
    };
    const { components } = readInventory(Buffer.from(JSON.stringify(document)));
    expect(components).toEqual([
      { purl: null, name: 'shop', version: '2', direct: true, main: true, where: 'metadata.component' },
      { ...{ purl: slf4j.purl, name: 'org.slf4j:slf4j-api', version: '2.0.9' }, direct: true, where: 'a' },
      { purl: null, name: 'deep', version: '1', direct: false, where: 'b' },
    ]);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

const SRC = join(__dirname, '..', 'src');

/** A folder imports from those to its left only; files directly in src import from all. */
const ORDER = [
  'config',
  'common',
  'database',
  'user',
  'publisher',
  'software',
  'version',
  'source',
  'favorite',
  'notification',
  'update-check',
  'health',
  'docs',
  'app',
];

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => join(SRC, name));

const textOf = (file: string) => readFileSync(file, 'utf8');
const nameOf = (file: string) => relative(SRC, file).split(sep).join('/');

/** The first folder below src, or `app`. */
const folderOf = (file: string) => (nameOf(file).includes('/') ? nameOf(file).split('/')[0]! : 'app');

/** What a file imports from src, also with `import()` and `require`. */
const importsOf = (file: string) =>
  [...textOf(file).matchAll(/(?:\bfrom|\bimport|\bimport\(|\brequire\()\s*'(\.[^']*)'/g)].map(([, path]) =>
    resolve(dirname(file), path!),
  );

describe('the source', () => {
  it('has no folder whose place is not known', () => {
    expect([...new Set(files.map(folderOf))].filter((folder) => !ORDER.includes(folder))).toEqual([]);
    expect(files.length).toBeGreaterThan(100);
  });

  it('imports to the left only', () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((imported) => ORDER.indexOf(folderOf(imported)) > ORDER.indexOf(folderOf(file)))
        .map((imported) => `${nameOf(file)} imports ${nameOf(imported)}`),
    );
    expect(wrong).toEqual([]);
  });

  it('finds the imports that it judges', () => {
    const found = importsOf(join(SRC, 'cli.ts')).map(nameOf);
    expect(found).toEqual(expect.arrayContaining(['config/config', 'version-cli', 'service-commands.js']));
  });

  it('has no circle of files', () => {
    const open = new Set<string>();
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (file: string, path: string[]): void => {
      if (open.has(file)) circles.push([...path.slice(path.indexOf(file)), file].map(nameOf).join(' > '));
      if (open.has(file) || done.has(file)) return;
      open.add(file);
      for (const imported of runtimeImportsOf(file)) visit(imported, [...path, file]);
      open.delete(file);
      done.add(file);
    };
    for (const file of files) visit(file, []);
    expect(circles).toEqual([]);
  });

  it('has no forwardRef and no ModuleRef', () => {
    expect(files.filter((file) => /\b(forwardRef|ModuleRef)\b/.test(textOf(file))).map(nameOf)).toEqual([]);
  });

  it('takes no body unchecked', () => {
    const takers = files.filter((file) => /\bBody\b[^;]*\bfrom '@nestjs\/common'/.test(textOf(file))).map(nameOf);
    expect(takers).toEqual(['common/api/validation.ts']);
  });

  it('reads the environment in src/config only', () => {
    const readers = files.filter((file) => /\bprocess\s*(\.|\[\s*['"])\s*env\b/.test(textOf(file))).map(nameOf);
    expect([...new Set(readers.map((name) => name.split('/')[0]))]).toEqual(['config']);
  });

  it('names files <feature>.<kind>.ts in lower case with dashes', () => {
    const odd = files.filter((file) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)?\.ts$/.test(basename(file)));
    expect(odd.map(nameOf)).toEqual([]);
    const folders = new Set(files.flatMap((file) => dirname(nameOf(file)).split('/')));
    expect([...folders].filter((folder) => !/^(\.|[a-z]+(-[a-z]+)*)$/.test(folder))).toEqual([]);
  });

  it('has no default exports', () => {
    expect(files.filter((file) => /^export default\b/m.test(textOf(file))).map(nameOf)).toEqual([]);
  });

  /** Without `import type`, which is gone when the program runs. */
  function runtimeImportsOf(file: string): string[] {
    const text = textOf(file).replace(/^import type [^;]*;/gm, '');
    const paths = [...text.matchAll(/^(?:import|export)\b[^;]*?\bfrom '(\.[^']*)';/gm)].map(([, path]) => path!);
    const known = new Set(files);
    return paths
      .map((path) => resolve(dirname(file), path))
      .map((path) => (known.has(`${path}.ts`) ? `${path}.ts` : join(path, 'index.ts')));
  }
});

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import ts from 'typescript';

const WEB = join(__dirname, '..', '..', 'web');
const SRC = join(WEB, 'src');

/** The rooms of the web application: a file imports from its own room and from those above it. Features do not know each other. */
const LEVELS = [
  ['messages'],
  ['api', 'theme'],
  ['parts'],
  ['plot'],
  ['session', 'favorite', 'software', 'notification', 'inventory', 'history', 'user', 'operator', 'publisher'],
  ['shell'],
];
const LONGEST_FILE = 320;

const names = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => name.split(sep).join('/'));

const files = names.map((name) => {
  const text = readFileSync(join(SRC, name), 'utf8');
  const imports = ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((path) => path.startsWith('.') && !path.endsWith('.css'))
    .map((path) =>
      relative(SRC, resolve(SRC, dirname(name), path))
        .split(sep)
        .join('/'),
    );
  return { name, text, imports };
});

const roomOf = (name: string) => (name.includes('/') ? name.split('/')[0]! : 'app');
const levelOf = (room: string) => LEVELS.findIndex((rooms) => rooms.includes(room));

describe('the web application', () => {
  it('has a room for each file but those that put the rooms together', () => {
    const loose = names.filter((name) => levelOf(roomOf(name)) < 0);
    expect(loose.sort()).toEqual(['app.tsx', 'first-list.ts', 'main.tsx', 'routes.tsx', 'start.tsx']);
    expect(files.some(({ name, imports }) => name === 'app.tsx' && imports.includes('routes'))).toBe(true);
  });

  it('imports from rooms above only, and no feature from another', () => {
    const wrong = files.flatMap(({ name, imports }) =>
      imports
        .map((imported) => [roomOf(name), roomOf(imported), imported] as const)
        .filter(([from, to]) => from !== to && from !== 'app' && levelOf(to) >= levelOf(from))
        .map(([, , imported]) => `${name} imports ${imported}`),
    );
    expect(wrong).toEqual([]);
  });

  it('imports nothing of the service, but the client of its API in one file', () => {
    expect(files.filter(({ imports }) => imports.some((one) => one.startsWith('..'))).map(({ name }) => name)).toEqual([
      'api/generated.ts',
    ]);
    expect(files.find(({ name }) => name === 'api/generated.ts')!.text.trim()).toBe(
      "export * from '../../../packages/client/src/generated';",
    );
  });

  it('parses no HTML and builds no code', () => {
    const wrong = files.filter(({ text }) =>
      /dangerouslySetInnerHTML|\.innerHTML|\beval\(|new Function|document\.write/.test(text),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it('has no file that is too long', () => {
    const long = files.filter(({ text }) => text.split('\n').length > LONGEST_FILE);
    expect(long.map(({ name }) => name)).toEqual([]);
  });

  it('shows a screen at each address that the service sends it for, and at no other', () => {
    const routes = JSON.parse(readFileSync(join(WEB, 'routes.json'), 'utf8')) as string[];
    const { text } = files.find(({ name }) => name === 'routes.tsx')!;
    const shown = [...text.matchAll(/\b(?:page\(|firstPage\(|signInRoute\(|path:)\s*'([^']+)'/g)].map(([, path]) =>
      path!.replaceAll('$', ':'),
    );
    expect(shown.sort()).toEqual([...routes].sort());
  });
});

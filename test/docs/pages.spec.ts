import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const FOLDERS = ['src', 'test', 'docs', 'scripts', 'bench', 'deploy', 'data', 'packages'];

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
);
const pages = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md'),
  ...files.filter((name) => /^((docs|bench|data)\/.*|packages\/[\w-]+\/README)\.md$/.test(name)),
];

/** Code in blocks has neither links nor paths of ours. */
const textOf = (page: string) => readFileSync(join(ROOT, page), 'utf8').replace(/^ *```[^]*?^ *```$/gm, '');

/** As GitHub makes them of headings. */
const anchorsOf = (page: string) =>
  [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

function isDead(page: string, link: string): boolean {
  const [path, anchor] = link.split('#') as [string, string | undefined];
  const target = path === '' ? page : relative(ROOT, join(ROOT, dirname(page), path));
  if (!existsSync(join(ROOT, target))) return true;
  return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor);
}

/** `src/config/*.variables.ts`, or the beginning of a name, as in `test/cli/full-disk`. */
function isMissing(path: string): boolean {
  const pattern = new RegExp(`^${path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')}`);
  return !files.some((name) => pattern.test(name));
}

describe.each(pages)('%s', (page) => {
  const text = textOf(page);

  it('has no dead link', () => {
    const links = [...text.replace(/`[^`\n]*`/g, 'code').matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)].map(
      ([, link, image]) => (link ?? image)!,
    );
    expect(links.filter((link) => !/^[a-z]+:/.test(link) && isDead(page, link))).toEqual([]);
  });

  it('names files that exist', () => {
    const spans = [...text.matchAll(/`([^`\s]+)`/g)].map(([, span]) => span!);
    const paths = spans.filter((span) => /^(src|test|docs|scripts|bench|deploy|packages)\/[^<…]+$/.test(span));
    expect(paths.filter(isMissing)).toEqual([]);
  });
});

/** `<!-- held by: test/a.spec.ts, src/b.ts -->` after what could stop being true. */
it.each(pages.filter((page) => readFileSync(join(ROOT, page), 'utf8').includes('<!-- held by:')))(
  '%s names files that hold what it says',
  (page) => {
    const remarks = [...readFileSync(join(ROOT, page), 'utf8').matchAll(/<!-- held by:([^]*?)-->/g)];
    const holders = remarks.flatMap(([, list]) => list!.split(',').map((path) => path.trim()));
    expect(holders.filter((path) => path === '' || !existsSync(join(ROOT, path)))).toEqual([]);
  },
);

it('docs/architecture.md has the rooms of test/app/architecture.spec.ts, in their order', () => {
  const [, list] = /^const ROOMS: [^=]*= \{\n(.*?)^\};/ms.exec(
    readFileSync(join(ROOT, 'test/app/architecture.spec.ts'), 'utf8'),
  )!;
  const table = textOf('docs/architecture.md')
    .split('\n\n')
    .find((part) => part.startsWith('| room of `src/`'))!;
  const rooms = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name);
  expect(rooms).toEqual([...list!.matchAll(/^ {2}'?([a-z-]+)'?:/gm)].map(([, name]) => name));
});

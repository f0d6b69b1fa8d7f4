import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const FOLDERS = ['src', 'test', 'docs', 'scripts', 'bench', 'deploy', 'data'];

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
);
const pages = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md'),
  ...files.filter((name) => /^(docs|bench|data)\/.*\.md$/.test(name)),
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
    const paths = spans.filter((span) => /^(src|test|docs|scripts|bench|deploy)\/[^<…]+$/.test(span));
    expect(paths.filter(isMissing)).toEqual([]);
  });
});

it('docs/architecture.md has the folders of test/architecture.spec.ts, in their order', () => {
  const [, list] = /^const ROOMS = \[([^\]]*)\]/m.exec(readFileSync(join(ROOT, 'test/architecture.spec.ts'), 'utf8'))!;
  const table = textOf('docs/architecture.md')
    .split('\n\n')
    .find((part) => part.startsWith('| folder of `src/`'))!;
  const rows = [...table.matchAll(/^\|([^|]*)\|/gm)].map(([, cell]) => cell!).join(' ');
  const folders = [...rows.matchAll(/`([^`]+)`/g)].map(([, name]) => name!).filter((name) => !/\.ts$|\/$/.test(name));
  expect(folders).toEqual([...list!.matchAll(/'([^']+)'/g)].map(([, name]) => name));
});

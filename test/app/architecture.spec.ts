import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import ts from 'typescript';

const ROOT = join(__dirname, '..', '..');
const SRC = join(ROOT, 'src');
/** Folders of `packages` that the service is made of: pure functions, which others can use without it. */
const LIBRARIES = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { workspaces: string[] }).workspaces;

/**
 * The rooms of the source, with the folders that have an order of their own. A file imports only from rooms above its own, and within its room from
 * its own folder and from folders named before it, types included. Files beside the folders come last: they put the folders together.
 */
const ROOMS: Record<string, string[]> = {
  config: [],
  common: [],
  api: ['problem', 'identity', 'list', 'endpoint', 'server', 'web-app'],
  database: [],
  access: ['audit', 'rate-limit', 'user', 'auth'],
  publisher: [],
  software: [],
  version: ['versions', 'release-notes/text', 'release-notes/store', 'release-notes', 'lifecycle'],
  advisory: ['store'],
  source: ['sources', 'polling', 'preview', 'release-notes', 'catalogue', 'knowledge'],
  favorite: ['deployment', 'tag', 'store', 'journal', 'policy', 'risk', 'bulk', 'history', 'changes', 'dto', 'preview'],
  lookup: ['matching', 'content'],
  inventory: ['store', 'group', 'upload', 'probe'],
  notification: [
    ...['rendering', 'link', 'providers', 'channel-state', 'system-message', 'delivery', 'channel'],
    ...['public-page', 'summary'],
  ],
  sharing: ['writing', 'interop', 'live', 'home-assistant'],
  'update-check': [],
  operations: ['upkeep', 'health', 'operator'],
  app: ['plugin', 'cli'],
};

/** In their order: `config`, …, `source/sources`, …, `source`, … */
const FOLDERS = Object.entries(ROOMS).flatMap(([room, folders]) => [...folders.map((one) => `${room}/${one}`), room]);

/** `main.ts`, `cli.ts` and `app.module.ts`, which put the rooms together. */
const ENTRY = 'entry';

const LONGEST_FILE = 320;

/** Parts that a class is given. With more, it is two classes. */
const PARTS_AT_MOST = 8;

/**
 * Lines that each room and library may have. A commit that raises one says why in its message, and lowers another: the sums do not rise.
 */
const LINES_OF_ROOMS: Record<string, number> = {
  config: 1_715,
  common: 3_575,
  api: 3_520,
  database: 3_070,
  access: 4_205,
  publisher: 450,
  software: 2_500,
  version: 3_895,
  advisory: 2_030,
  source: 13_040,
  favorite: 10_080,
  lookup: 2_895,
  inventory: 5_935,
  notification: 13_260,
  sharing: 2_965,
  'update-check': 950,
  operations: 975,
  app: 4_085,
  entry: 220,
};
const LINES_OF_LIBRARIES: Record<string, number> = {
  'small-parts': 230,
  'version-order': 3_680,
  'inventory-reader': 4_670,
  'address-reader': 1_315,
  'release-text': 1_930,
  'advisory-match': 1_705,
};
const ALL_LINES = { rooms: 79_365, libraries: 13_530 };

interface SourceText {
  name: string;
  room: string;
  text: string;
  tree: ts.SourceFile;
  /** Names of the files of ours that it imports, with `import type`, `import()` and `require`. */
  imports: string[];
}

const names = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.split(sep).join('/'))
  .sort();

function roomOf(name: string): string {
  if (!name.includes('/')) return ENTRY;
  for (let folder = dirname(name); folder !== '.'; folder = dirname(folder))
    if (FOLDERS.includes(folder)) return folder;
  return 'unknown';
}

function fileOf(from: string, path: string): string {
  const name = relative(SRC, resolve(SRC, dirname(from), path.replace(/\.js$/, '')))
    .split(sep)
    .join('/');
  return names.includes(`${name}.ts`) ? `${name}.ts` : `${name}/index.ts`;
}

const files: SourceText[] = names.map((name) => {
  const text = readFileSync(join(SRC, name), 'utf8');
  const tree = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const imports = ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((path) => path.startsWith('.'))
    .map((path) => fileOf(name, path));
  return { name, room: roomOf(name), text, tree, imports: [...new Set(imports)] };
});

const namesWhere = (condition: (file: SourceText) => boolean) => files.filter(condition).map(({ name }) => name);

function textsOf(tree: ts.SourceFile): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    if (ts.isTemplateExpression(node)) texts.push(node.getText(tree));
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return texts;
}

/** What the programs are made of. */
const PUT_TOGETHER = ['app.module.ts', 'core.module.ts', 'entities.ts'];

const IS_STATEMENT = /\bSELECT\s+[\w.(*$]|\bINSERT (?:OR \w+ )?INTO\b|\bUPDATE [`\w]+ SET\b|\bDELETE FROM\b/;

/** `sql.query(…)`, `this.database.execute(…)`: a statement is run. */
const RUNS_A_STATEMENT =
  /\b(?:sql|database|manager)\.(?:query|queryPrepared|execute|list|page|count|find|findBy|findOneBy|insert|update|delete|save)\b[<(]/;

const mayHaveSql = ({ name, room }: SourceText) =>
  name.endsWith('.repository.ts') ||
  name.endsWith('.list.ts') ||
  name.endsWith('.sql.ts') ||
  room === 'database' ||
  name.startsWith('api/list/');

/** Tables by the classes of their entities. */
const TABLE_OF = new Map(
  files
    .filter(({ name }) => name.endsWith('.entity.ts'))
    .flatMap(({ text }) =>
      [...text.matchAll(/@Entity\('(\w+)'[^]*?\bexport class (\w+)/g)].map(
        ([, table, entity]) => [entity!, table!] as const,
      ),
    ),
);

/** Tables that a file writes: by statements, or by the entity manager. */
function tablesWrittenBy({ tree, text }: SourceText): string[] {
  const byStatement = textsOf(tree).flatMap((statement) => [
    ...statement.matchAll(/\b(?:INSERT (?:OR \w+ )?INTO|DELETE FROM)\s+`?(\w+)`?|\bUPDATE\s+`?(\w+)`?\s+SET\b/g),
  ]);
  const byHelper = [
    ...text.matchAll(/\b(?:insertRows|deleteOld|deleteByIds)\(\s*[\w.]+,\s*'(\w+)'|\bdeleteGiven\('(\w+)'/g),
  ];
  const byManager = [...text.matchAll(/\bmanager\s*\.(?:insert|update|delete|upsert|increment)\(\s*(\w+)/g)];
  return [
    ...[...byStatement, ...byHelper].map(([, one, other]) => (one ?? other)!),
    ...byManager.map(([, entity]) => TABLE_OF.get(entity!) ?? entity!),
  ];
}

describe('the source', () => {
  it('has a room for each file', () => {
    expect(namesWhere(({ room }) => room === 'unknown')).toEqual([]);
    expect(files.length).toBeGreaterThan(300);
  });

  it('imports from rooms above only, types included', () => {
    const wrong = files.flatMap(({ name, room, imports }) =>
      room === ENTRY
        ? []
        : imports
            .filter((imported) => !room.startsWith('app') || !PUT_TOGETHER.includes(imported))
            .filter(
              (imported) => roomOf(imported) === ENTRY || FOLDERS.indexOf(roomOf(imported)) > FOLDERS.indexOf(room),
            )
            .map((imported) => `${name} imports ${imported}`),
    );
    expect(wrong).toEqual([]);
  });

  it('has no folder that imports from its parent', () => {
    const wrong = files.flatMap(({ name, imports }) =>
      imports
        .filter((imported) => dirname(name).startsWith(`${dirname(imported)}/`))
        .filter((imported) => imported.includes('/') && dirname(imported) !== 'common')
        .map((imported) => `${name} imports ${imported}`),
    );
    expect(wrong).toEqual([]);
  });

  it('has no circle of files, types included', () => {
    const importsOf = new Map(files.map(({ name, imports }) => [name, imports]));
    const open = new Set<string>();
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (name: string, path: string[]): void => {
      if (open.has(name)) circles.push([...path.slice(path.indexOf(name)), name].join(' > '));
      if (open.has(name) || done.has(name)) return;
      open.add(name);
      for (const imported of importsOf.get(name) ?? []) visit(imported, [...path, name]);
      open.delete(name);
      done.add(name);
    };
    for (const name of names) visit(name, []);
    expect(circles).toEqual([]);
  });

  it('finds the imports that it judges', () => {
    const found = files.find(({ name }) => name === 'app/start.ts')!.imports;
    expect(found).toEqual(expect.arrayContaining(['config/config.ts', 'app.module.ts']));
    expect(files.every(({ imports }) => imports.every((imported) => names.includes(imported)))).toBe(true);
  });

  it('has its SQL in repositories', () => {
    const wrong = files
      .filter((file) => !mayHaveSql(file))
      .filter(({ tree, text }) => RUNS_A_STATEMENT.test(text) || textsOf(tree).some((one) => IS_STATEMENT.test(one)));
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it('has a repository in each file that is named so', () => {
    const hasOne = (text: string) => /^export class \w+Repository\b/m.test(text);
    expect(namesWhere(({ name, text }) => name.endsWith('.repository.ts') && !hasOne(text))).toEqual([]);
  });

  it('writes each table in one folder', () => {
    const writers = new Map<string, Set<string>>();
    for (const file of files.filter(({ name }) => !name.startsWith('database/')))
      for (const table of tablesWrittenBy(file)) writers.set(table, (writers.get(table) ?? new Set()).add(file.room));
    const shared = [...writers]
      .filter(([, rooms]) => rooms.size > 1)
      .map(([table, rooms]) => [table, ...rooms].join(' '));
    expect(shared).toEqual([]);
    expect([...writers.keys()]).toEqual(expect.arrayContaining(['favorite', 'delivery', 'version', 'access_token']));
  });

  it('uses nothing private of a library', () => {
    const isPrivate =
      /[\w)\]]\._[a-z]|\b(?:obtainMasterConnection|obtainSlaveConnection|databaseConnection)\b|\bsetPrototypeOf\b/i;
    expect(namesWhere(({ text }) => isPrivate.test(text))).toEqual([]);
  });

  it('has no long file', () => {
    const lines = (text: string) => text.split('\n').length - 1;
    // A migration is never changed after it has landed.
    expect(namesWhere(({ name, text }) => lines(text) > LONGEST_FILE && !name.includes('/migrations/'))).toEqual([]);
  });

  it('gives no class too many parts', () => {
    const given = files.flatMap(({ tree }) =>
      tree.statements.filter(ts.isClassDeclaration).flatMap(({ name, members }) => {
        const [constructor] = members.filter(ts.isConstructorDeclaration);
        return constructor ? [{ name: name!.text, parts: constructor.parameters.length }] : [];
      }),
    );
    expect(given.filter(({ parts }) => parts > PARTS_AT_MOST)).toEqual([]);
    expect(given.length).toBeGreaterThan(200);
  });

  it('keeps to its budget of lines', () => {
    const used = new Map<string, number>();
    const add = (name: string, text: string) => used.set(name, (used.get(name) ?? 0) + text.split('\n').length - 1);
    for (const { name, text } of files) add(name.includes('/') ? name.split('/')[0]! : ENTRY, text);
    for (const folder of LIBRARIES)
      for (const name of readdirSync(join(ROOT, folder, 'src'), { recursive: true, encoding: 'utf8' }))
        if (name.endsWith('.ts')) add(basename(folder), readFileSync(join(ROOT, folder, 'src', name), 'utf8'));
    const budget = { ...LINES_OF_ROOMS, ...LINES_OF_LIBRARIES };
    expect([...used].filter(([name, lines]) => !(lines <= budget[name]!))).toEqual([]);
    expect(Object.keys(budget).sort()).toEqual([...used.keys()].sort());
    const sum = (lines: Record<string, number>) => Object.values(lines).reduce((all, one) => all + one, 0);
    expect(sum(LINES_OF_ROOMS)).toBeLessThanOrEqual(ALL_LINES.rooms);
    expect(sum(LINES_OF_LIBRARIES)).toBeLessThanOrEqual(ALL_LINES.libraries);
  });

  it('has no forwardRef and no ModuleRef', () => {
    expect(namesWhere(({ text }) => /\b(forwardRef|ModuleRef)\b/.test(text))).toEqual([]);
  });

  it('names only files that are there', () => {
    const trees = ['src', 'web', 'test', 'scripts', 'packages'].map((folder) => join(SRC, '..', folder));
    const ours = trees.flatMap((tree) =>
      readdirSync(tree, { recursive: true, encoding: 'utf8' })
        .filter((name) => !/node_modules|(^|[\\/])dist[\\/]/.test(name) && /\.(?:tsx?|mjs)$/.test(name))
        .map((name) => join(tree, name).split(sep).join('/')),
    );
    const inFolder = (folder: string) =>
      readdirSync(join(SRC, '..', folder), { recursive: true, encoding: 'utf8' }).map((name) => `/${folder}/${name}`);
    const there = [...ours, ...inFolder('docs'), ...inFolder('bench')];
    const isThere = (named: string) => there.some((name) => name.endsWith(`/${named.replace(/^[./]+/, '')}`));
    const wrong = ours
      .filter((name) => /\/(?:src|web|scripts)\//.test(name))
      .flatMap((name) =>
        [...readFileSync(name, 'utf8').matchAll(/^\s*(?:\/?\*|\/\/).*$/gm)].flatMap(([comment]) =>
          [...comment.replace(/\bhttps?:\S+/g, '').matchAll(/(?<![\w*./-])[\w-][\w./-]*\/[\w.-]+\.(?:tsx?|md)\b/g)]
            .filter(([named]) => !isThere(named))
            .map(([named]) => `${basename(name)}: ${named}`),
        ),
      );
    expect(wrong).toEqual([]);
  });

  it('takes no body unchecked', () => {
    expect(namesWhere(({ text }) => /\bBody\b[^;]*\bfrom '@nestjs\/common'/.test(text))).toEqual([
      'api/endpoint/validation.ts',
    ]);
  });

  it('reads the environment in src/config only', () => {
    const readers = files.filter(({ text }) => /\bprocess\s*(\.|\[\s*['"])\s*env\b/.test(text));
    expect([...new Set(readers.map(({ room }) => room))]).toEqual(['config']);
  });

  it('names files <feature>.<kind>.ts in lower case with dashes', () => {
    const isNamed = (name: string) => /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)?\.ts$/.test(basename(name));
    expect(names.filter((name) => !isNamed(name))).toEqual([]);
    const folders = new Set(names.flatMap((name) => dirname(name).split('/')));
    expect([...folders].filter((folder) => !/^(\.|[a-z]+(-[a-z]+)*)$/.test(folder))).toEqual([]);
  });

  it('is used by no library, which say what they need', () => {
    const wrong = LIBRARIES.flatMap((folder) => {
      const about = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as {
        dependencies?: object;
        peerDependencies?: object;
      };
      return readdirSync(join(ROOT, folder, 'src'), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .flatMap((name) =>
          ts
            .preProcessFile(readFileSync(join(ROOT, folder, 'src', name), 'utf8'), true, true)
            .importedFiles.map(({ fileName }) => fileName)
            .filter((path) =>
              path.startsWith('.')
                ? !join('src', dirname(name), path).startsWith('src')
                : !path.startsWith('node:') && !(path in { ...about.dependencies, ...about.peerDependencies }),
            )
            .map((path) => `${folder}/src/${name} imports ${path}`),
        );
    });
    expect(wrong).toEqual([]);
    expect(LIBRARIES.length).toBeGreaterThan(3);
  });

  it('has no default exports', () => {
    expect(namesWhere(({ text }) => /^export default\b/m.test(text))).toEqual([]);
  });
});

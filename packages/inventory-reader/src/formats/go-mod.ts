import type { Found } from '../base/component';
import { InventoryError } from '../base/inventory-error';
import type { InventoryFile } from '../base/inventory-file';
import type { InventoryReader } from '../base/inventory-reader';

interface Module {
  path: string;
  version: string;
  direct: boolean;
  line: number;
}

interface GoMod {
  modules: Module[];
  /** Replacements by `path` and by `path version`: a path and a version, or a folder. */
  replaced: Map<string, string[]>;
  go: { version: string; line: number } | null;
  isGoMod: boolean;
}

/** `go.mod`. Go itself is `stdlib`. Before Go 1.17 it has direct ones only, and `go.sum` beside it has the others. */
export const goMod: InventoryReader = {
  format: 'go-mod',
  fileName: /(^|\/)go\.mod$/,
  recognizes: ({ text }) =>
    /^(module\s+\S+|require\s+(\(|\S+\s+v\d\S*))/m.test(text) &&
    /^(require|go|module)\s/m.test(text) &&
    !/^\s*[{<]/.test(text),
  *read(file) {
    const { modules, replaced, go, isGoMod } = parse(file);
    if (!isGoMod) throw new InventoryError('It has no statement of a go.mod');
    for (const one of modules) yield resolved(one, replaced);
    if (go !== null) yield stdlib(go);
    if (go !== null && isBefore117(go.version)) yield* ofSum(file);
  },
};

const stdlib = ({ version, line }: { version: string; line: number }): Found => ({
  name: 'stdlib',
  version,
  direct: true,
  where: `line ${line}`,
  package: { type: 'golang', name: 'stdlib' },
});

const isBefore117 = (version: string) => /^1\.(\d|1[0-6])(\.|$)/.test(version);

function resolved({ path, version, direct, line }: Module, replaced: Map<string, string[]>): Found {
  const instead = replaced.get(`${path} ${version}`) ?? replaced.get(path);
  const where = `line ${line}`;
  if (instead === undefined) return moduleFound(path, version, direct, where);
  const [other = '', ofOther] = instead;
  if (ofOther === undefined) return { name: path, where, reason: `it is replaced by the folder ${other}` };
  return moduleFound(other, ofOther, direct, where);
}

function moduleFound(path: string, written: string, direct: boolean | null, where: string): Found {
  const [namespace, name] = [path.slice(0, Math.max(path.lastIndexOf('/'), 0)), path.slice(path.lastIndexOf('/') + 1)];
  const version = written.replace(/^v/, '').replace(/\+incompatible$/, '');
  return { name: path, version, direct, where, package: { type: 'golang', namespace, name, version: written } };
}

function parse({ lines }: InventoryFile): GoMod {
  const found: GoMod = { modules: [], replaced: new Map(), go: null, isGoMod: false };
  let block = '';
  for (const [at, line] of lines.entries()) {
    const [statement = '', comment = ''] = line.split('//', 2);
    const words = statement.replaceAll('"', '').trim().split(/\s+/).filter(Boolean);
    if (block === '' && words[1] === '(') block = words[0]!;
    else if (words[0] === ')') block = '';
    else if (words.length > 0)
      addStatement(found, block === '' ? words : [block, ...words], comment.trim().startsWith('indirect'), at + 1);
  }
  return found;
}

const STATEMENTS = [
  'module',
  'go',
  'toolchain',
  'require',
  'replace',
  'exclude',
  'retract',
  'tool',
  'godebug',
  'ignore',
];

function addStatement(found: GoMod, [verb = '', ...words]: string[], isIndirect: boolean, line: number): void {
  if (STATEMENTS.includes(verb)) found.isGoMod = true;
  const [path = '', version] = words;
  if (verb === 'require' && version !== undefined) found.modules.push({ path, version, direct: !isIndirect, line });
  if (verb === 'go' && found.go === null) found.go = { version: path, line };
  if (verb === 'toolchain' && /^go\d/.test(path)) found.go = { version: path.slice(2).split('-', 1)[0]!, line };
  const arrow = words.indexOf('=>');
  if (verb === 'replace' && arrow > 0) found.replaced.set(words.slice(0, arrow).join(' '), words.slice(arrow + 1));
}

/** Modules of which the content is there, and not their `go.mod` alone. */
function* ofSum(file: InventoryFile): Generator<Found> {
  const sum = file.beside(file.name.replace(/\.mod$/, '.sum')) ?? '';
  for (const [at, line] of sum.split(/\r?\n/).entries()) {
    const [path, version] = line.split(' ');
    if (path && version?.startsWith('v') && !version.endsWith('/go.mod'))
      yield moduleFound(path, version, false, `go.sum, line ${at + 1}`);
  }
}

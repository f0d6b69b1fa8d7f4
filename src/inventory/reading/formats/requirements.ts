import type { Found } from '../base/component';
import type { InventoryFile } from '../base/inventory-file';
import type { InventoryReader } from '../base/inventory-reader';
import { pypiPackage } from '../base/pypi-package';

/** A name, extras, and constraints; https://pip.pypa.io/en/stable/reference/requirements-file-format/ */
const REQUIREMENT = /^([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*((?:===|==|~=|!=|<=|>=|<|>)\s*[^\s;@][^;@]*)?$/;
const PIN = /^(===|==|~=|>=)\s*(v?\d[^\s,*]*)$/;
const MAX_NESTING = 4;
const MAX_FILES = 20;

/** pip's requirements, and what `pip freeze` prints. A version is the pinned one, else the lowest that is allowed. */
export const requirements: InventoryReader = {
  format: 'requirements',
  fileName: /(^|\/)[^/]*requirements[^/]*\.(txt|in)$/,
  isNeverEmpty: true,
  isKnownByName: true,
  // A bad line is left out; most of them must be requirements, and one must be pinned.
  recognizes: (file) => {
    const given = logicalLines(file.lines).filter(({ text }) => text !== '' && !text.startsWith('-'));
    const good = given.filter(({ text }) => isRequirement(text));
    return good.some(({ text }) => text.includes('==')) && good.length > 0.8 * given.length;
  },
  read: (file) => ofLines(file, file.lines, '', { files: 0 }, 0),
};

const isRequirement = (text: string) =>
  /^\S+ *@ |^https?:|^\.{0,2}\//.test(text) || (text.length < 1_000 && REQUIREMENT.test(bare(text)));

function* ofLines(
  file: InventoryFile,
  lines: string[],
  from: string,
  budget: { files: number },
  nesting: number,
): Generator<Found> {
  for (const { text, number } of logicalLines(lines)) {
    const where = `${from}line ${number}`;
    const other = /^(?:-r|--requirement)[ =]*(\S+)$/.exec(text)?.[1];
    if (other !== undefined && nesting < MAX_NESTING && budget.files++ < MAX_FILES)
      yield* ofLines(file, (file.beside(other) ?? '').split(/\r?\n/), `${other}, `, budget, nesting + 1);
    else if (text !== '' && !text.startsWith('-')) yield foundOf(text, where);
  }
}

function foundOf(text: string, where: string): Found {
  const [, name, constraints = ''] = text.length < 1_000 ? (REQUIREMENT.exec(bare(text)) ?? []) : [];
  if (name === undefined) return { name: null, where, reason: 'it is no requirement with a name' };
  return { name, version: versionOf(constraints), where, package: pypiPackage(name) };
}

/** Without options and the marker of an environment. */
const bare = (text: string) =>
  text
    .replace(/\s+--?[a-zA-Z].*$/, '')
    .replace(/\s*;.*$/, '')
    .trim();

function versionOf(constraints: string): string | null {
  const pins = constraints.split(',').map((one) => PIN.exec(one.trim().replace(/\s.*$/, keepOperator)));
  if (pins.length > 1 && !pins.some((pin) => pin?.[1]?.startsWith('=='))) return null;
  return (pins.find((pin) => pin?.[1]?.startsWith('==')) ?? (pins.length === 1 ? pins[0] : null))?.[2] ?? null;
}

/** A space may follow the operator; what follows the version is no part of it. */
const keepOperator = (rest: string, at: number, whole: string) =>
  /^[=~!<>]+$/.test(whole.slice(0, at)) ? rest.replace(/^(\s+\S+).*$/, '$1') : '';

/** Lines that end with `\` go on; comments begin with `#`, after a space where something precedes them. */
function logicalLines(lines: string[]): { text: string; number: number }[] {
  const logical: { text: string; number: number }[] = [];
  let parts: string[] = [];
  let start = 1;
  for (const [at, line] of lines.entries()) {
    if (parts.length === 0) start = at + 1;
    const continues = line.endsWith('\\');
    parts.push(continues ? line.slice(0, -1) : line);
    if (continues && at < lines.length - 1) continue;
    logical.push({
      text: parts
        .join(' ')
        .replace(/(^|\s)#.*$/, '')
        .trim(),
      number: start,
    });
    parts = [];
  }
  return logical;
}

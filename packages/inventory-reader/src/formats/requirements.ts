import { compare, pep440Scheme } from 'version-order';
import type { Found } from '../base/component';
import { elsewhere, elsewhereOf } from '../base/elsewhere';
import type { InventoryFile } from '../base/inventory-file';
import type { InventoryReader } from '../base/inventory-reader';
import { pypiPackage } from '../base/package-name';

/** A name, extras, and constraints; https://pip.pypa.io/en/stable/reference/requirements-file-format/ */
const REQUIREMENT =
  /^([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\]\s*)?((?:===|==|~=|!=|<=|>=|<|>)\s*[^\s;@][^;@]*|\(\s*(?:===|==|~=|!=|<=|>=|<|>)[^;@()]*\))?$/;
/** `name [extras] @ address`; https://peps.python.org/pep-0508/ */
const DIRECT = /^([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\]\s*)?@\s*(\S+)/;
/** `==1.2.*` begins with 1.2. What follows behind a space is no part of it. */
const PIN = /^(===|==|~=|>=)\s*(v?\d[^\s,*]*?)(\.\*)?(?:\s|$)/;
const EDITABLE = /^(?:-e|--editable)[ =]+([^\s=].*)$/;
/** `name-1.0-py3-none-any.whl`, `name-1.0.tar.gz` */
const DISTRIBUTION = /(?:^|[/\\])([A-Za-z0-9][\w.]*)-(\d[\w.!+]*)(?:-[\w.-]+\.whl|\.tar\.gz|\.zip)$/;
const MAX_NESTING = 4;
const MAX_FILES = 20;

/** pip's requirements, and output of `pip freeze`. The version is the pinned one, else the lowest allowed one. */
export const requirements: InventoryReader = {
  format: 'requirements',
  fileName: /(?:^|\/)(?=[^/]*requirements)[^/]+\.(?:txt|in)$/,
  isNeverEmpty: true,
  isKnownByName: true,
  // A bad line is left out; most of them must be requirements, and one must say which versions it takes, or from where.

  recognizes: (file) => {
    let [given, good, telling] = [0, 0, 0];
    for (const { text } of logicalLines(file.lines)) {
      if (text === '' || text.startsWith('-')) continue;
      given++;
      if (!isRequirement(text)) continue;
      good++;
      if (/[=~!<>]=|[<>]|\s@\s/.test(text)) telling++;
    }
    return telling > 0 && good > 0.8 * given;
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
    const other = /^(?:-r|--requirement)[ =]*([^\s=]\S*)$/.exec(text)?.[1];
    if (other !== undefined && nesting < MAX_NESTING && budget.files++ < MAX_FILES)
      yield* ofLines(file, (file.beside(other) ?? '').split(/\r?\n/), `${other}, `, budget, nesting + 1);
    else {
      const editable = EDITABLE.exec(text)?.[1];
      if (editable !== undefined) yield withoutName(editable, where);
      else if (text !== '' && !text.startsWith('-')) yield foundOf(text, where);
    }
  }
}

function foundOf(text: string, where: string): Found {
  const [, ofAddress, address] = text.length < 1_000 ? (DIRECT.exec(text) ?? []) : [];
  if (ofAddress !== undefined)
    return { name: ofAddress, where, elsewhere: elsewhere(elsewhereOf(address!) ?? 'address') };
  if (elsewhereOf(text) !== null) return withoutName(text, where);
  const [, name, constraints = ''] = text.length < 1_000 ? (REQUIREMENT.exec(bare(text)) ?? []) : [];
  if (name === undefined) return { name: null, where, reason: 'it is not a requirement with a name' };
  return { name, version: versionOf(constraints), where, package: pypiPackage(name) };
}

/** An address or a path alone: its fragment or its file says the name. https://packaging.python.org/en/latest/specifications/#package-distribution-file-formats */
function withoutName(text: string, where: string): Found {
  const written = bare(text).slice(0, 1_000);
  const from = elsewhere(elsewhereOf(written) ?? 'path');
  const [, name] = /^[^#]*#(?:.*&)?egg=([A-Za-z0-9][\w.-]*)/.exec(written) ?? [];
  if (name !== undefined) return { name, where, elsewhere: from };
  const [, ofFile, version] = DISTRIBUTION.exec(written.split(/[?#]/, 1)[0]!) ?? [];
  if (ofFile !== undefined) return { name: ofFile.replaceAll('_', '-'), version, where, elsewhere: from };
  return { name: null, where, reason: from };
}

/** Without options and the marker of an environment. */
const bare = (text: string) =>
  text
    .split(/\s--?[a-zA-Z]/, 1)[0]!
    .split(';', 1)[0]!
    .trim();

/** The pinned one, else the lowest that is allowed: several that say `at least` are all to be kept. */
function versionOf(constraints: string): string | null {
  const pins = constraints
    .replace(/^\(|\)$/g, '')
    .split(',')
    .map((one) => PIN.exec(one.trim()))
    .filter((pin) => pin !== null);
  const pinned = pins.find(([, operator, , rest]) => operator!.startsWith('==') && rest === undefined);
  if (pinned) return pinned[2]!;
  const bounds = pins.map(([, , version]) => version!);
  return bounds.reduce<string | null>(
    (low, one) => (low === null || compare(pep440Scheme, one, low) > 0 ? one : low),
    null,
  );
}

/** Lines that end with `\` go on; comments begin with `#`, after a space where something precedes them. */
function* logicalLines(lines: string[]): Generator<{ text: string; number: number }> {
  let parts: string[] = [];
  let start = 1;
  for (const [at, line] of lines.entries()) {
    if (parts.length === 0) start = at + 1;
    const continues = line.endsWith('\\');
    parts.push(continues ? line.slice(0, -1) : line);
    if (continues && at < lines.length - 1) continue;
    const text = parts.join(' ').split(/(?<!\S)#/, 1)[0]!;
    yield { text: text.trim(), number: start };
    parts = [];
  }
}

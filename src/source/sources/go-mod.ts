/** The retractions in a `go.mod`: https://go.dev/ref/mod#go-mod-file-retract */
export interface GoMod {
  retracted: VersionRange[];
  /** Whether there is a file at all: for a module without one, a proxy makes one up that names the module and nothing else. */
  isReal: boolean;
}

/** Both are included. */
export interface VersionRange {
  first: string;
  last: string;
}

const NUMBER = '(?:0|[1-9]\\d*)';
const WORDS = '[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*';
/** A whole version, as lists and ranges have them: https://go.dev/ref/mod#versions */
export const GO_VERSION = new RegExp(`^v${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-${WORDS})?(?:\\+${WORDS})?$`);
/** Real files have some thousand lines, and a hundred retractions. */
const MAX_LINES = 100_000;
const MAX_RETRACTIONS = 1_000;

export function parseGoMod(text: string): GoMod {
  const retracted: VersionRange[] = [];
  let isReal = false;
  let block = '';
  for (const line of text.split('\n', MAX_LINES)) {
    const code = line.split('//', 1)[0]!.trim();
    if (code === ')') block = '';
    if (code === '' || code === ')') continue;
    const statement = block === '' ? code : `${block} ${code}`;
    const [word = '', directive = ''] = /^(\w+)\s*/.exec(statement) ?? [];
    const rest = statement.slice(word.length);
    if (directive !== 'module') isReal = true;
    if (rest === '(') block = directive;
    else if (directive === 'retract' && retracted.length < MAX_RETRACTIONS) retracted.push(...rangeOf(rest));
  }
  return { retracted, isReal };
}

/** `v1.0.0` or `[v1.0.0, v1.9.9]`; nothing for anything else. */
function rangeOf(text: string): VersionRange[] {
  const versions = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1).split(',', 3) : [text];
  const [first = '', last = first] = versions.map((version) => version.trim().replace(/^(["`])(.*)\1$/, '$2'));
  return versions.length <= 2 && GO_VERSION.test(first) && GO_VERSION.test(last) ? [{ first, last }] : [];
}

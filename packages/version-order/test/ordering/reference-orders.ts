/**
 * Orders of versions, two at a time and item by item, as the documents of each package manager tell them: oracles for the keys, which are
 * built another way.
 */
type Order = -1 | 0 | 1;

const orderOf = (difference: number | bigint): Order => (difference < 0 ? -1 : difference > 0 ? 1 : 0);
const byText = (a: string, b: string): Order => (a < b ? -1 : a > b ? 1 : 0);
const byNumber = (a: string, b: string): Order => orderOf(BigInt(a || '0') - BigInt(b || '0'));
const isNumber = (item: string | undefined) => /^\d/.test(item ?? '');

function firstOf(...orders: (() => Order)[]): Order {
  for (const order of orders) {
    const result = order();
    if (result !== 0) return result;
  }
  return 0;
}

/** Gem::Version: missing segments are zero, words are below numbers. For versions with at most one word. */
export function gemCompare(a: string, b: string): Order {
  const [left, right] = [a, b].map((version) => {
    const segments = version.match(/\d+|[a-z]+/gi) ?? [];
    const word = segments.findIndex((segment) => !isNumber(segment));
    if (word < 0) return segments;
    const numbers = segments.slice(0, word);
    while (/^0+$/.test(numbers.at(-1) ?? '')) numbers.pop();
    return [...numbers, ...segments.slice(word)];
  }) as [string[], string[]];
  for (let i = 0; i < Math.max(left.length, right.length); i += 1) {
    const [x, y] = [left[i] ?? '0', right[i] ?? '0'];
    const order = isNumber(x) !== isNumber(y) ? (isNumber(x) ? 1 : -1) : isNumber(x) ? byNumber(x, y) : byText(x, y);
    if (order !== 0) return order;
  }
  return 0;
}

/** PHP's version_compare: any other text < dev < alpha < beta < RC < number < patch. */
export function phpCompare(a: string, b: string): Order {
  const itemsOf = (version: string) => version.match(/\d+|[A-Za-z]+/g) ?? [];
  const forms = ['dev', 'a', 'b', 'RC', '#', 'p'];
  const rank = (item: string) => (isNumber(item) ? 4 : forms.findIndex((form) => item.startsWith(form)));
  const [left, right] = [itemsOf(a), itemsOf(b)];
  for (let i = 0; i < Math.min(left.length, right.length); i += 1) {
    const [x, y] = [left[i]!, right[i]!];
    const order = isNumber(x) && isNumber(y) ? byNumber(x, y) : orderOf(rank(x) - rank(y));
    if (order !== 0) return order;
  }
  const longer = left.length > right.length ? 1 : -1;
  const next = longer === 1 ? left[right.length] : right[left.length];
  if (left.length === right.length || next === undefined) return 0;
  return orderOf(longer * (isNumber(next) || rank(next) > 4 ? 1 : -1));
}

interface ApkToken {
  /** Of two that differ, the one of the lower kind is the higher version. */
  kind: number;
  text: string;
}

const APK_SUFFIXES = ['alpha', 'beta', 'pre', 'rc', '', 'cvs', 'svn', 'git', 'hg', 'p'];
const [FIRST, NUMBER, LETTER, SUFFIX, SUFFIX_NUMBER, COMMIT, REVISION, END] = [0, 1, 2, 3, 4, 5, 6, 7];

/** Of a version that fits the grammar. */
function apkTokens(version: string): ApkToken[] {
  const tokens: ApkToken[] = [];
  const parts = /\.(\d+)|~([0-9a-f]+)|-r(\d+)|_([a-z]+)|([a-z])|(\d+)/g;
  for (const [, number, commit, revision, suffix, letter, digits] of version.matchAll(parts)) {
    if (number !== undefined) tokens.push({ kind: NUMBER!, text: number });
    else if (commit !== undefined) tokens.push({ kind: COMMIT!, text: commit });
    else if (revision !== undefined) tokens.push({ kind: REVISION!, text: revision });
    else if (suffix !== undefined) tokens.push({ kind: SUFFIX!, text: suffix });
    else if (letter !== undefined) tokens.push({ kind: LETTER!, text: letter });
    else tokens.push({ kind: tokens.length === 0 ? FIRST! : SUFFIX_NUMBER!, text: digits! });
  }
  return [...tokens, { kind: END!, text: '' }];
}

function apkTokenOrder({ kind, text: a }: ApkToken, { text: b }: ApkToken): Order {
  if (kind === SUFFIX) return orderOf(APK_SUFFIXES.indexOf(a) - APK_SUFFIXES.indexOf(b));
  if (kind === LETTER || kind === COMMIT) return byText(a, b);
  return kind === NUMBER && (a.startsWith('0') || b.startsWith('0')) ? byText(a, b) : byNumber(a, b);
}

export function apkCompare(a: string, b: string): Order {
  const [left, right] = [apkTokens(a), apkTokens(b)];
  const early = ({ kind, text }: ApkToken) => kind === SUFFIX && APK_SUFFIXES.indexOf(text) < 4;
  for (let i = 0; ; i += 1) {
    const [x, y] = [left[i], right[i]];
    if (!x || !y) return 0;
    if (x.kind !== y.kind) return early(x) ? -1 : early(y) ? 1 : orderOf(y.kind - x.kind);
    const order = apkTokenOrder(x, y);
    if (order !== 0) return order;
  }
}

/** vercmp(8). For versions that do not end with a separator. */
export function alpmCompare(a: string, b: string): Order {
  const [left, right] = [a, b].map((version) => /^(?:(\d*):)?(.*?)(?:-([^-]*))?$/.exec(version) ?? []);
  return firstOf(
    () => byNumber(left?.[1] ?? '', right?.[1] ?? ''),
    () => alpmSegmentOrder(left?.[2] ?? '', right?.[2] ?? ''),
    () => alpmSegmentOrder(left?.[3] ?? '1', right?.[3] ?? '1'),
  );
}

function alpmSegmentOrder(a: string, b: string): Order {
  const [left, right] = [a, b].map((text) => [...text.matchAll(/([^0-9A-Za-z]*)(\d+|[A-Za-z]+)/g)]) as [
    RegExpExecArray[],
    RegExpExecArray[],
  ];
  for (let i = 0; i < Math.max(left.length, right.length); i += 1) {
    const [x, y] = [left[i], right[i]];
    if (!x || !y) return orderOf((x ? 1 : -1) * (isAttachedWord((x ?? y)!) ? -1 : 1));
    const order = firstOf(
      () => orderOf(x[1]!.length - y[1]!.length),
      () => orderOf(Number(isNumber(x[2])) - Number(isNumber(y[2]))),
      () => (isNumber(x[2]) ? byNumber(x[2]!, y[2]!) : byText(x[2]!, y[2]!)),
    );
    if (order !== 0) return order;
  }
  return 0;
}

const isAttachedWord = ([, separators, segment]: RegExpExecArray) => separators === '' && !isNumber(segment);

/** @returns one sentence when a file is of a later version than any that was known when this was written, else none */
export function newerThanKnown(what: string, written: unknown, known: string): string[] {
  const text = typeof written === 'number' ? String(written) : typeof written === 'string' ? written.trim() : '';
  if (text.length > 20 || !/^\d+(\.\d+)*$/.test(text) || !isLater(text.split('.'), known.split('.'))) return [];
  return [
    `It has ${what} ${text}, which is newer than ${known}, the last one that is known here: what is read may be wrong or lack something.`,
  ];
}

/** Further numbers are ignored: `9` covers `9.1`. */
function isLater(written: string[], known: string[]): boolean {
  for (const [at, number] of known.entries()) {
    const difference = Number(written[at] ?? 0) - Number(number);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

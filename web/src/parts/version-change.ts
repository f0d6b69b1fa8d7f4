/**
 * Cuts the newer version where it begins to differ: `1.29.4`, `1.31.0` → [`1.`, `31.0`]. Only for the eye: the order of versions is never
 * computed in the browser.
 */
export function changedPart(from: string, to: string): [same: string, changed: string] {
  // Whether a `v` is written before it says nothing of the version.
  const bare = (text: string) => text.replace(/^v(?=\d)/i, '');
  const parts = (text: string) => bare(text).match(/\d+|[^\d]+/g) ?? [];
  const [before, after] = [parts(from), parts(to)];
  let index = 0;
  while (index < after.length && after[index] === before[index]) index++;
  // Nothing is the same, or everything is: then the whole version is what matters.
  if (index === 0 || index === after.length) return ['', to];
  const changed = after.slice(index).join('');
  return [to.slice(0, to.length - changed.length), changed];
}

/** Whether a text has more than `most` of these characters: parsers need much memory, so what is too much is seen before. */
export function hasMoreParts(text: string, separators: string, most: number): boolean {
  const codes = new Set([...separators].map((character) => character.charCodeAt(0)));
  let parts = 0;
  for (let at = 0; at < text.length; at++) if (codes.has(text.charCodeAt(at)) && ++parts > most) return true;
  return false;
}

export const NOTE_FORMATS = ['markdown', 'html', 'text', 'rst'] as const;
export type NoteFormat = (typeof NOTE_FORMATS)[number];

/** A text of release notes, as somebody wrote it. */
export interface NoteInput {
  text: string;
  format: NoteFormat;
}

/** Bytes of a text that are stored. */
export const MAX_NOTE_BYTES = 64 * 1024;

const BLOCK_END: Record<NoteFormat, RegExp> = {
  markdown: /\n[ \t]*\n/g,
  text: /\n[ \t]*\n/g,
  rst: /\n[ \t]*\n/g,
  html: /<\/(?:p|ul|ol|li|div|section|table|pre|blockquote|h[1-6])>/gi,
};

/** @returns the text, at most `MAX_NOTE_BYTES` of it: cut at the end of a block, or of a line, if there is one in its second half */
export function cutNote(text: string, format: NoteFormat): { text: string; cut: boolean } {
  if (text.length * 3 <= MAX_NOTE_BYTES || Buffer.byteLength(text) <= MAX_NOTE_BYTES) return { text, cut: false };
  const start = beginningOf(text);
  const end = lastEnd(start, BLOCK_END[format]) ?? lastEnd(start, /\n/g) ?? start.length;
  return { text: start.slice(0, end), cut: true };
}

/** Whole characters. */
function beginningOf(text: string): string {
  const bytes = Buffer.from(text.slice(0, MAX_NOTE_BYTES));
  let end = Math.min(bytes.length, MAX_NOTE_BYTES);
  while (end < bytes.length && (bytes[end]! & 0xc0) === 0x80) end--;
  return bytes.toString('utf8', 0, end);
}

function lastEnd(text: string, pattern: RegExp): number | null {
  let end: number | null = null;
  for (const { 0: found, index } of text.slice(text.length / 2).matchAll(pattern)) end = index + found.length;
  return end === null ? null : Math.floor(text.length / 2) + end;
}

/** Release notes, as their author wrote them. */
export interface ReleaseNotesText {
  format: 'markdown' | 'html' | 'text' | 'rst';
  text: string;
}

/** UTF-16 units of release notes that are read: GitHub takes 125,000. */
export const MAX_NOTES = 131_072;

/** Undefined where there are none. */
export function notesOf(value: unknown, format: ReleaseNotesText['format']): ReleaseNotesText | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  return { format, text: value.slice(0, MAX_NOTES).replaceAll('\0', '') };
}

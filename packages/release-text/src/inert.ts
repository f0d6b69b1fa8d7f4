import { noteUrl } from './spans';

/** Ends a word for parsers and is invisible to readers. Notes have none of their own, since readers remove them. */
export const ZERO_WIDTH_SPACE = '\u200B';

/** `@name`, `#12`, `!12` and `GH-12` would tell people, or link other projects' issues, where this text is shown. */
const TRIGGERS = /@(?=[\p{L}\p{N}_{[/-])|[#!](?=\d)|\bGH-(?=\d)/giu;

/** The same text to a reader, without mentions and references to a parser. */
export function inert(text: string): string {
  return text.replace(TRIGGERS, (trigger) => trigger + ZERO_WIDTH_SPACE);
}

/** The same for text that has addresses in it, which stay as they are. */
export function inertOutsideUrls(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>]+)/i)
    .map((part, index) => (index % 2 === 1 && noteUrl(part) === part ? part : inert(part)))
    .join('');
}

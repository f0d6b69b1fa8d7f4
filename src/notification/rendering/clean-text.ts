import { withoutHidden } from 'small-parts';
export { safeUrl } from 'small-parts';

/**
 * Makes one harmless line of untrusted text: control characters and line breaks become a space, direction controls and invisible
 * characters are removed, lone surrogates become U+FFFD, and the rest is cut as by `cut`.
 */
export function cleanLine(text: string, max: number): string {
  // Longer than any limit, and keeps megabytes out of the expressions below.
  const line = withoutHidden(text.slice(0, 4 * max + 100).replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')).trim();
  return cut(line, max);
}

/** At most `max` UTF-16 units, with `…` at the end if anything was cut; never inside a surrogate pair or after a joiner. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return (
    text
      .slice(0, Math.max(0, max - 1))
      .replace(/[\uD800-\uDBFF]$/, '')
      .replace(/(?<![\s\u200D])[\s\u200D]+$/u, '') + '…'
  );
}

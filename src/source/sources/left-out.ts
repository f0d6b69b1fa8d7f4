import { textOf } from '../../common/fetch/read';

/** Characters of the reason for which a version is left out. */
const MAX_REASON = 200;

/** The sentence for a version that its makers advise against. @param reason in their words, if they give some */
export function deprecated(reason: unknown): string {
  const text = textOf(reason)?.replace(/\s+/g, ' ');
  return text ? `It is deprecated: ${text.slice(0, MAX_REASON).toWellFormed()}` : 'It is deprecated';
}

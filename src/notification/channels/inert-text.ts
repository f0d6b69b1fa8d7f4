import type { Letter } from './letter';

/**
 * Word joiner: invisible, and it parts what a parser would take for a mark. Not the zero-width space of `markdown.ts`: markup goes by
 * what stands next to each other and not by words, and these texts get no place where a line may break.
 */
export const WORD_JOINER = '\u2060';

/**
 * Text that stays text in a place whose markup we do not know, since the receiver hands it on: a tag, a mention or a link in
 * the Markdown way is written out, and not done. It looks as before.
 */
export function inertText(text: string): string {
  return inertTags(text)
    .replace(/@(?=[\p{L}\p{N}_{[])/gu, `@${WORD_JOINER}`)
    .replaceAll('](', `]${WORD_JOINER}(`)
    .replaceAll('][', `]${WORD_JOINER}[`);
}

/** The same against tags alone (`<script>`, `<!channel>`, `<@U1>`), for names that others compare. */
export function inertTags(text: string): string {
  return text.replace(/<(?=[\p{L}/!?@#])/gu, `<${WORD_JOINER}`);
}

/** Each text of a letter by `change`; its URLs stay. */
export function mapTexts(letter: Letter, change: (text: string) => string): Letter {
  return {
    ...letter,
    subject: change(letter.subject),
    headline: change(letter.headline),
    intro: change(letter.intro),
    facts: letter.facts.map(([label, value]) => [label, change(value)]),
    others: letter.others && change(letter.others),
    items: letter.items.map((item) => ({
      ...item,
      name: change(item.name),
      from: item.from && change(item.from),
      to: change(item.to),
    })),
    footer: change(letter.footer),
  };
}

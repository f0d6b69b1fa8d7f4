import type { Letter } from './letter';

/** Word joiner: invisible, no line break, and it parts what a parser would take for a mark. */
const JOINER = '\u2060';

/**
 * Text that stays text in a place whose markup we do not know, since the receiver hands it on: a tag, a mention or a link in
 * the Markdown way is written out, and not done. It looks as before.
 */
export function inertText(text: string): string {
  return inertTags(text)
    .replace(/@(?=[\p{L}\p{N}_{[])/gu, `@${JOINER}`)
    .replaceAll('](', `]${JOINER}(`)
    .replaceAll('][', `]${JOINER}[`);
}

/** The same against tags alone (`<script>`, `<!channel>`, `<@U1>`), for names that others compare. */
export function inertTags(text: string): string {
  return text.replace(/<(?=[\p{L}/!?@#])/gu, `<${JOINER}`);
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

import type { MessageContent } from './message-content';
import { mapNotes } from './notes-words';

/**
 * Word joiner: invisible, and breaks up text that a parser would take for markup. Unlike the zero-width space of `interrupt` it allows no line
 * break; markup depends on adjacent characters, not on words.
 */
export const WORD_JOINER = '\u2060';

/**
 * Text that has no effect in a markup that we do not know, because the receiver forwards it: tags, mentions and Markdown links are shown
 * literally. It looks the same.
 */
export function inertText(text: string): string {
  return inertTags(text)
    .replace(/@(?=[\p{L}\p{N}_{[])/gu, `@${WORD_JOINER}`)
    .replaceAll('](', `]${WORD_JOINER}(`)
    .replaceAll('][', `]${WORD_JOINER}[`);
}

/** The same for tags only (`<script>`, `<!channel>`, `<@U1>`), for names that other systems compare. */
export function inertTags(text: string): string {
  return text.replace(/<(?=[\p{L}/!?@#])/gu, `<${WORD_JOINER}`);
}

/** Applies `change` to all texts of the content, but not to its URLs. */
export function mapTexts(content: MessageContent, change: (text: string) => string): MessageContent {
  return {
    ...content,
    subject: change(content.subject),
    headline: change(content.headline),
    intro: change(content.intro),
    facts: content.facts.map(([label, value]) => [label, change(value)]),
    notes: content.notes && mapNotes(content.notes, change),
    others: content.others && change(content.others),
    items: content.items.map((item) => ({
      ...item,
      name: change(item.name),
      from: item.from && change(item.from),
      to: change(item.to),
    })),
    footer: change(content.footer),
  };
}

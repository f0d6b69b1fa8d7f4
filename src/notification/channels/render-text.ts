import { cut } from './clean-text';
import { type Letter, letterOf } from './letter';
import { mailPage } from './mail-page';
import { cleanMessage, type Message } from './message';

export interface RenderedText {
  /** One line, at most 200 UTF-16 units. */
  subject: string;
  text: string;
  /** A whole page without images, scripts or anything else to be fetched. */
  html: string;
}

const MAX_SUBJECT = 200;

/** The message as mail shows it: subject, plain text and HTML. */
export function renderText(message: Message): RenderedText {
  const letter = letterOf(cleanMessage(message), message.versions.length);
  return { subject: cut(letter.subject, MAX_SUBJECT), text: plainText(letter), html: mailPage(letter).source };
}

function plainText({ headline, intro, facts, others, links, footer }: Letter): string {
  const width = Math.max(0, ...facts.map(([label]) => label.length)) + 2;
  const blocks = [
    headline,
    intro,
    facts.map(([label, value]) => `${`${label}:`.padEnd(width)}${value}`).join('\n'),
    others && `Also new: ${others}`,
    links.map(([label, url]) => `${label}: ${url}`).join('\n'),
    `-- \n${footer}`,
  ];
  return blocks.filter(Boolean).join('\n\n') + '\n';
}

import { writeNotes } from 'release-text';
import { fitMail, utf8Bytes } from './fit';
import { type Line, MANAGE } from './clean-text';
import { type Item, type MessageContent, contentOf } from './message-content';
import { groupsOf, marksOf, moreText, stepText } from './lines';
import { mailPage } from './mail-page';
import { aboveTexts, notesLines, type NoteText } from './notes-words';
import type { Message } from './message';

export interface RenderedText {
  /** One line, at most 200 UTF-16 units. */
  subject: string;
  text: string;
  /** A page that loads nothing: no images, no scripts. */
  html: string;
}

/** The message as mail shows it: subject, plain text and HTML. */
export function renderText(message: Message): RenderedText {
  const content = contentOf(message);
  return { subject: content.subject, text: fitMail(content, mailText, utf8Bytes), html: mailPage(content).source };
}

function mailText(content: MessageContent): string {
  const { headline, intro, facts, notes, others, items, more, links, footer, unsubscribe } = content;
  const width = Math.max(0, ...facts.map(([label]) => label.length)) + 2;
  const blocks = [
    headline,
    intro,
    facts.map(([label, value]) => `${`${label}:`.padEnd(width)}${value}`).join('\n'),
    notes && notesLines(aboveTexts(notes)).map(textOf).join('\n'),
    ...(notes?.texts ?? []).map(noteText),
    others && `Also new: ${others}`,
    ...groupsOf(items).map(([heading, members]) => [heading, ...members.map(itemText)].join('\n')),
    moreText(more),
    links.map(([label, url]) => `${label}: ${url}`).join('\n'),
    [`-- \n${footer}`, unsubscribe && `Unsubscribe: ${unsubscribe}`].filter(Boolean).join('\n'),
  ];
  return blocks.filter(Boolean).join('\n\n') + '\n';
}

const itemText = (item: Item) =>
  [
    `- ${item.name} ${stepText(item)}${marksOf(item)
      .map((mark) => ` (${mark})`)
      .join('')}`,
    item.manage && `  ${MANAGE}: ${item.manage}`,
  ]
    .filter(Boolean)
    .join('\n');

const textOf = (line: Line) => line.map(({ text }) => text).join('');

const noteText = ({ version, blocks, cut }: NoteText) =>
  `## ${version}\n\n${writeNotes(blocks, 'text').trim()}${cut ? '\n\n…' : ''}`;

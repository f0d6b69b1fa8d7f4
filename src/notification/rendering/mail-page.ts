import { writeNotes } from 'release-text';
import { STEP_BADGES } from './theme';
import { fitMail, utf8Bytes } from './fit';
import { Html, html } from './html';
import {
  type Line,
  type Span,
  DEAL_WITH,
  MANAGE,
  NEW_VERSION,
  OPEN,
  RELEASE_NOTES,
  SUPPORT_DATES,
  YOU_USE,
} from './clean-text';
import type { Item, MessageContent } from './message-content';
import { groupsOf, marksOf, moreText, stepText } from './lines';
import { type MessageLink, withActions } from './message-links';
import { aboveTexts, notesLines, type NoteText } from './notes-words';
import { badgeStyle, INLINE, mailButton, mailFrame } from './mail-frame';

/** The HTML of a mail, for phones and wide screens, light and dark, and readable without its style element. */
export function mailPage(content: MessageContent): Html {
  return fitMail(content, pageOf, ({ source }) => utf8Bytes(source));
}

function pageOf(content: MessageContent): Html {
  const { subject, headline, intro, items, more, links, footer, unsubscribe } = content;
  const { main, actions, pages } = sorted(links);
  const card = html`
    ${content.step && items.length === 0 ? badge(content.step) : null}
    <h1 class="ink" style="${INLINE.h1}"><bdi>${headline}</bdi></h1>
    <p style="${INLINE.p}">${intro}</p>
    ${aboutUpdate(content, buttons(main, actions))}
    ${groupsOf(items).map(([heading, members]) => group(heading, members))}
    ${more > 0 ? html`<p style="margin:16px 0 0">${moreText(more)}</p>` : null}
    ${pages.length > 0 ? html`<div class="line" style="${INLINE.addresses}">${pages.map(otherPage)}</div>` : null}
  `;
  return mailFrame(subject, card, html`${footer} ${unsubscribe ? ending(unsubscribe) : null}`);
}

/** The button, what stands beside it, and pages of others. */
function sorted(links: MessageLink[]) {
  const isMain = ([label]: MessageLink) => MAIN.includes(label);
  const [first, ...others] = links;
  const main = first && isMain(first) ? first : null;
  const rest = main ? others : links;
  const isAction = ([label]: MessageLink) => label === DEAL_WITH || label === OPEN;
  return {
    main,
    actions: withActions(rest.filter(isAction)),
    pages: rest.filter((link) => !isAction(link)),
  };
}

const MAIN = [OPEN, RELEASE_NOTES, SUPPORT_DATES, DEAL_WITH];

/** The versions from and to, the buttons, and other facts. */
function aboutUpdate({ facts, links, notes, others }: MessageContent, actions: Html): Html {
  const factOf = (label: string) => facts.find(([name]) => name === label)?.[1];
  const to = factOf(NEW_VERSION);
  const [main] = links;
  const rows = [
    ...facts.filter(([label]) => label !== NEW_VERSION && label !== YOU_USE),
    // A button that leads to another site: whose is said.
    ...(main?.[0] === RELEASE_NOTES ? [['Notes', new URL(main[1]).host] as MessageLink] : []),
  ];
  return html`${to ? way(factOf(YOU_USE) ?? null, to) : null} ${actions}
  ${rows.length > 0 ? table(rows.map(factRow)) : null} ${notes ? notesPart(notesLines(aboveTexts(notes))) : null}
  ${(notes?.texts ?? []).map(noteText)}
  ${others ? html`<p style="${INLINE.p}"><span class="soft" style="${INLINE.soft}">Also new:</span> <bdi>${others}</bdi></p>` : null}`;
}

const buttons = (main: MessageLink | null, actions: MessageLink[]) =>
  main || actions.length > 0
    ? html`<div style="margin:0 0 8px">${main ? mailButton(...main) : null}${actions.map(quietLink)}</div>`
    : html``;

const quietLink = ([label, url]: MessageLink) =>
  html`<a href="${url}" rel="noreferrer" style="${INLINE.action}">${label}</a>`;

const notesPart = (lines: Line[]) =>
  lines.length === 0 ? null : html`<div class="line" style="${INLINE.notes}">${lines.map(noteRow)}</div>`;

/** A line break that `compact` does not take for one of the template. */
const LINE_BREAK = '&#10;';

/** `writeNotes` writes a few elements only, with no attribute but `href`, and escapes everything else. */
function noteText({ version, blocks, cut }: NoteText): Html {
  const text = new Html(writeNotes(blocks, 'html').replaceAll('\n', LINE_BREAK));
  return html`<h2 style="${INLINE.h2}"><bdi>${version}</bdi></h2>
    <div class="line text" style="${INLINE.notes}">${text}${cut ? html`<p>…</p>` : null}</div>`;
}

const noteRow = (line: Line) => html`<div style="padding:2px 0">${line.map(noteSpan)}</div>`;

function noteSpan({ text, bold, url }: Span): Html {
  if (url) return html`<a href="${url}" rel="noreferrer" style="${INLINE.link}">${text}</a>`;
  return bold ? html`<b><bdi>${text}</bdi></b>` : html`<bdi>${text}</bdi>`;
}

const ending = (url: string) => html`<br /><a href="${url}" rel="noreferrer" style="${INLINE.link}">Unsubscribe</a>`;

/** Versions up to this length are never broken into two lines, and labels and names beside a long text. */
const SHORT = 12;
const SHORT_LABEL = 20;

function badge(step: Item['step']): Html {
  return html`<p style="margin:0 0 12px">
    <span class="${step}" style="${badgeStyle(step)}">${STEP_BADGES[step]}</span>
  </p>`;
}

/** From the version in use to the new one. */
function way(from: string | null, to: string): Html {
  const cell = (label: string, version: string) =>
    html`<td style="padding:10px 16px;vertical-align:top${version.length <= SHORT ? ';white-space:nowrap' : ''}">
      <span class="soft" style="font-size:13px;white-space:nowrap;${INLINE.soft}">${label}</span><br /><b
        style="font-size:19px"
        ><bdi>${version}</bdi></b
      >
    </td>`;
  const arrow = html`<td class="soft" style="font-size:22px;${INLINE.soft}">→</td>`;
  return html`<table
    class="line"
    role="presentation"
    cellpadding="0"
    cellspacing="0"
    style="margin:0 0 20px;border-collapse:separate;${INLINE.box}"
  >
    <tr>
      ${from === null ? null : html`${cell(YOU_USE, from)}${arrow}`}${cell(NEW_VERSION, to)}
    </tr>
  </table>`;
}

const table = (rows: Html[]) =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 14px">
    ${rows}
  </table>`;

function factRow([label, value]: [string, string]): Html {
  return html`<tr>
    <th scope="row" class="soft" style="${INLINE.label}${label.length <= SHORT_LABEL ? ';white-space:nowrap' : ''}">
      ${label}
    </th>
    <td style="${INLINE.value}"><bdi>${value}</bdi></td>
  </tr>`;
}

function group(heading: string, items: Item[]): Html {
  const step = items[0]!.step;
  return html`<h2 style="${INLINE.h2}"><span class="${step}" style="${badgeStyle(step)}">${heading}</span></h2>
    <table role="presentation" class="items" cellpadding="7" cellspacing="0" width="100%">
      ${items.map(itemRow)}
    </table>`;
}

const NOWRAP = html`nowrap`;

/** Without inline styles, since there may be hundreds of rows. */
function itemRow(item: Item): Html {
  const name = html`<bdi>${item.name}</bdi>`;
  const text = stepText(item);
  const isShort = text.length <= 2 * SHORT;
  return html`<tr>
    <td ${!isShort && item.name.length <= SHORT_LABEL ? NOWRAP : null}>
      ${item.page ? html`<a href="${item.page}" rel="noreferrer">${name}</a>` : html`<b>${name}</b>`}
    </td>
    <td class="to" align="right" ${isShort ? NOWRAP : null}>
      <bdi>${text}</bdi>
      ${marksOf(item).map((mark) => html`<br /><small><b>${mark}</b></small>`)}
      ${item.manage ? html`<br /><small><a href="${item.manage}" rel="noreferrer">${MANAGE}</a></small>` : null}
    </td>
  </tr>`;
}

/** With the name of its site, so that readers see where it leads. */
function otherPage([label, url]: MessageLink): Html {
  return html`<div style="padding:2px 0">
    <a href="${url}" rel="noreferrer" style="${INLINE.link}">${label}</a>
    <span class="soft" style="${INLINE.soft}">${new URL(url).host}</span>
  </div>`;
}

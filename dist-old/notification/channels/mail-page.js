"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.mailPage = mailPage;
const look_1 = require("../page/look");
const fit_1 = require("./fit");
const html_1 = require("./html");
const letter_1 = require("./letter");
const lines_1 = require("./lines");
const mail_frame_1 = require("./mail-frame");
/** Gmail shows 102 KB of a mail and hides the rest, with the link to end the mails. */
const MAX_BYTES = 95_000;
/** A page that reads on a phone and on a wide screen, light and dark, and without its style element. */
function mailPage(letter) {
    return (0, fit_1.fitLetter)(letter, pageOf, ({ source }) => (0, fit_1.utf8Bytes)(source) <= MAX_BYTES);
}
function pageOf(letter) {
    const { subject, headline, intro, items, more, links, footer, unsubscribe } = letter;
    const addresses = links.filter(([label]) => !isButton(label));
    const content = (0, html_1.html) `
    ${letter.step && items.length === 0 ? badge(letter.step) : null}
    <h1 class="ink" style="${mail_frame_1.INLINE.h1}"><bdi>${headline}</bdi></h1>
    <p style="${mail_frame_1.INLINE.p}">${intro}</p>
    ${aboutUpdate(letter)} ${(0, lines_1.groupsOf)(items).map(([heading, members]) => group(heading, members))}
    ${more > 0 ? (0, html_1.html) `<p style="margin:16px 0 0">${(0, lines_1.moreText)(more)}</p>` : null}
    ${addresses.length > 0 ? (0, html_1.html) `<div class="line" style="${mail_frame_1.INLINE.addresses}">${addresses.map(address)}</div>` : null}
  `;
    return (0, mail_frame_1.mailFrame)(subject, content, (0, html_1.html) `${footer} ${unsubscribe ? ending(unsubscribe) : null}`);
}
/** From which version to which, what can be done about it, and what else is known. */
function aboutUpdate({ facts, links, others }) {
    const factOf = (label) => facts.find(([name]) => name === label)?.[1];
    const to = factOf(letter_1.NEW_VERSION);
    const buttons = links.filter(([label]) => isButton(label));
    // The one button that leads elsewhere: where to is said.
    const notes = links.filter(([label]) => label === letter_1.RELEASE_NOTES);
    const rows = [
        ...facts.filter(([label]) => label !== letter_1.NEW_VERSION && label !== letter_1.YOU_USE),
        ...notes.map(([, url]) => ['Notes', new URL(url).host]),
    ];
    return (0, html_1.html) `${to ? way(factOf(letter_1.YOU_USE) ?? null, to) : null}
  ${buttons.length > 0 ? (0, html_1.html) `<div style="margin:0 0 8px">${buttons.map(toButton)}</div>` : null}
  ${rows.length > 0 ? table(rows.map(factRow)) : null}
  ${others ? (0, html_1.html) `<p style="${mail_frame_1.INLINE.p}"><span class="soft" style="${mail_frame_1.INLINE.soft}">Also new:</span> <bdi>${others}</bdi></p>` : null}`;
}
const ending = (url) => (0, html_1.html) `<br /><a href="${url}" rel="noreferrer" style="${mail_frame_1.INLINE.link}">No more of these mails</a>`;
/** A version so short is not broken into two lines, on a phone neither. */
const SHORT = 12;
const isButton = (label) => label === letter_1.RELEASE_NOTES || label === letter_1.MANAGE;
function badge(step) {
    return (0, html_1.html) `<p style="margin:0 0 12px">
    <span class="${step}" style="${(0, mail_frame_1.badgeStyle)(step)}">${look_1.STEP_BADGES[step]}</span>
  </p>`;
}
/** From the version in use to the new one. */
function way(from, to) {
    const cell = (label, version) => (0, html_1.html) `<td style="padding:10px 16px;vertical-align:top${version.length <= SHORT ? ';white-space:nowrap' : ''}">
      <span class="soft" style="font-size:13px;white-space:nowrap;${mail_frame_1.INLINE.soft}">${label}</span><br /><b
        style="font-size:19px"
        ><bdi>${version}</bdi></b
      >
    </td>`;
    const arrow = (0, html_1.html) `<td class="soft" style="font-size:22px;${mail_frame_1.INLINE.soft}">→</td>`;
    return (0, html_1.html) `<table
    class="line"
    role="presentation"
    cellpadding="0"
    cellspacing="0"
    style="margin:0 0 20px;border-collapse:separate;${mail_frame_1.INLINE.box}"
  >
    <tr>
      ${from === null ? null : (0, html_1.html) `${cell(letter_1.YOU_USE, from)}${arrow}`}${cell(letter_1.NEW_VERSION, to)}
    </tr>
  </table>`;
}
const toButton = ([label, url], index) => (0, mail_frame_1.mailButton)(label, url, index > 0);
const table = (rows) => (0, html_1.html) `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 14px">
    ${rows}
  </table>`;
function factRow([label, value]) {
    return (0, html_1.html) `<tr>
    <th scope="row" class="soft" style="${mail_frame_1.INLINE.label}">${label}</th>
    <td style="${mail_frame_1.INLINE.value}"><bdi>${value}</bdi></td>
  </tr>`;
}
function group(heading, items) {
    const step = items[0].step;
    return (0, html_1.html) `<h2 style="${mail_frame_1.INLINE.h2}"><span class="${step}" style="${(0, mail_frame_1.badgeStyle)(step)}">${heading}</span></h2>
    <table role="presentation" class="items" cellpadding="7" cellspacing="0" width="100%">
      ${items.map(itemRow)}
    </table>`;
}
const NOWRAP = (0, html_1.html) `nowrap`;
/** Without styles of its own: there may be hundreds. */
function itemRow(item) {
    const name = (0, html_1.html) `<bdi>${item.name}</bdi>`;
    const text = (0, lines_1.stepText)(item);
    return (0, html_1.html) `<tr>
    <td>${item.url ? (0, html_1.html) `<a href="${item.url}" rel="noreferrer">${name}</a>` : name}</td>
    <td class="to" align="right" ${text.length <= 2 * SHORT ? NOWRAP : null}><bdi>${text}</bdi></td>
  </tr>`;
}
/** The URL itself is the text of the link: what is shown is what opens. */
function address([label, url]) {
    return (0, html_1.html) `<div style="padding:2px 0">
    <span class="soft" style="${mail_frame_1.INLINE.soft}">${label}:</span>
    <a href="${url}" rel="noreferrer" style="${mail_frame_1.INLINE.link}">${url}</a>
  </div>`;
}
//# sourceMappingURL=mail-page.js.map
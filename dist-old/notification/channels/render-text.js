"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.renderText = renderText;
const letter_1 = require("./letter");
const lines_1 = require("./lines");
const mail_page_1 = require("./mail-page");
/** The message as mail shows it: subject, plain text and HTML. */
function renderText(message) {
    const letter = (0, letter_1.letterOf)(message);
    return { subject: letter.subject, text: mailText(letter), html: (0, mail_page_1.mailPage)(letter).source };
}
function mailText(letter) {
    const { headline, intro, facts, others, items, more, links, footer, unsubscribe } = letter;
    const width = Math.max(0, ...facts.map(([label]) => label.length)) + 2;
    const blocks = [
        headline,
        intro,
        facts.map(([label, value]) => `${`${label}:`.padEnd(width)}${value}`).join('\n'),
        others && `Also new: ${others}`,
        ...(0, lines_1.groupsOf)(items).map(([heading, members]) => [heading, ...members.map((item) => `- ${item.name} ${(0, lines_1.stepText)(item)}`)].join('\n')),
        (0, lines_1.moreText)(more),
        links.map(([label, url]) => `${label}: ${url}`).join('\n'),
        [`-- \n${footer}`, unsubscribe && `No more of these: ${unsubscribe}`].filter(Boolean).join('\n'),
    ];
    return blocks.filter(Boolean).join('\n\n') + '\n';
}
//# sourceMappingURL=render-text.js.map
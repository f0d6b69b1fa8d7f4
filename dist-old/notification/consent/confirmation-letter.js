"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.confirmationLetter = confirmationLetter;
const html_1 = require("../channels/html");
const mail_frame_1 = require("../channels/mail-frame");
/** As the token says it; see `LINK_SECONDS`. */
const WORKS_FOR = '7 days';
/**
 * The mail that asks the owner of an address. Not a word of it comes from a user: else whoever makes a channel could write to
 * strangers in our name.
 */
function confirmationLetter(url, origin) {
    const subject = 'Please confirm your e-mail address';
    const asked = `Somebody entered this address at ${origin}, to get news about software updates.`;
    const yes = 'If that was you, open this page and press the button:';
    const no = 'If it was not you, ignore this mail. Nothing more is sent to you unless somebody asks for this mail once again.';
    const until = `The link works for ${WORKS_FOR}.`;
    return {
        subject,
        text: [subject, asked, yes, url, until, no].join('\n\n') + '\n',
        html: page(subject, asked, yes, url, until, no),
    };
}
function page(subject, asked, yes, url, until, no) {
    const content = (0, html_1.html) `<h1 class="ink" style="${mail_frame_1.INLINE.h1}">${subject}</h1>
    <p style="${mail_frame_1.INLINE.p}">${asked}</p>
    <p style="${mail_frame_1.INLINE.p}">${yes}</p>
    ${(0, mail_frame_1.mailButton)('Confirm the address', url)}
    <p style="margin:8px 0 16px;font-size:14px">
      <a href="${url}" rel="noreferrer" style="${mail_frame_1.INLINE.link}">${url}</a>
    </p>
    <p style="margin:0">${until}</p>`;
    return (0, mail_frame_1.mailFrame)(subject, content, (0, html_1.html) `${no}`).source;
}
//# sourceMappingURL=confirmation-letter.js.map
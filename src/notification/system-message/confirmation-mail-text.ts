import { html } from '../rendering/html';
import { INLINE, mailButton, mailFrame } from '../rendering/mail-frame';

export interface ConfirmationContent {
  subject: string;
  text: string;
  html: string;
}

/** The `LIFETIME` of a message. */
const WORKS_FOR = '7 days';

/**
 * The mail that asks the owner of an address for consent. It contains no text of users: otherwise they could write to strangers in our
 * name.
 */
export function confirmationContent(url: string, origin: string): ConfirmationContent {
  const subject = 'Please confirm your e-mail address';
  const asked = `Someone asked at ${origin} to receive software update notifications at this address.`;
  const yes = 'If this was you, open this page and confirm:';
  const no = 'If this was not you, ignore this e-mail. You will not hear from us unless someone asks again.';
  const until = `The link works for ${WORKS_FOR}. If you receive several of these, use the newest: the others stop working.`;
  return {
    subject,
    text: [subject, asked, yes, url, until, no].join('\n\n') + '\n',
    html: page(subject, asked, yes, url, until, no),
  };
}

function page(subject: string, asked: string, yes: string, url: string, until: string, no: string): string {
  const content = html`<h1 class="ink" style="${INLINE.h1}">${subject}</h1>
    <p style="${INLINE.p}">${asked}</p>
    <p style="${INLINE.p}">${yes}</p>
    ${mailButton('Confirm my address', url)}
    <p style="margin:8px 0 16px;font-size:14px">
      <a href="${url}" rel="noreferrer" style="${INLINE.link}">${url}</a>
    </p>
    <p style="margin:0">${until}</p>`;
  return mailFrame(subject, content, html`${no}`).source;
}

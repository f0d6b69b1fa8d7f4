import { html } from '../../notification/rendering/html';
import { INLINE, mailButton, mailFrame } from '../../notification/rendering/mail-frame';

/** The mail that lets somebody in. It contains no text of users: otherwise they could write to strangers in our name. */
export function invitationContent(url: string, origin: string): { subject: string; text: string; html: string } {
  const subject = 'Your invitation to the software update tracker';
  const asked = (where: string) => `The operator of ${where} has invited you. This link signs you in:`;
  const once = 'It works once, for 7 days. Whoever has it can use it, so do not pass it on.';
  const no = 'If you do not know what this is about, ignore this e-mail.';
  const body = html`<h1 class="ink" style="${INLINE.h1}">${subject}</h1>
    <p style="${INLINE.p}">${asked(new URL(origin).host)}</p>
    ${mailButton('Sign in', url)}
    <p style="margin:0">${once}</p>`;
  return {
    subject,
    text: [subject, asked(origin), url, once, no].join('\n\n') + '\n',
    html: mailFrame(subject, body, html`${no}`).source,
  };
}

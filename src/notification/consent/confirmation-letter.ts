import { html } from '../channels/html';

export interface ConfirmationLetter {
  subject: string;
  text: string;
  html: string;
}

/** As the token says it; see `LINK_SECONDS`. */
const WORKS_FOR = '7 days';

/**
 * The mail that asks the owner of an address. Not a word of it comes from a user: else whoever makes a channel could write to
 * strangers in our name.
 */
export function confirmationLetter(url: string, origin: string): ConfirmationLetter {
  const subject = 'Please confirm your e-mail address';
  const asked = `Somebody entered this address at ${origin}, to get news about software updates.`;
  const yes = 'If that was you, open this page and press the button:';
  const no =
    'If it was not you, ignore this mail. Nothing more is sent to you unless somebody asks for this mail once again.';
  const until = `The link works for ${WORKS_FOR}.`;
  return {
    subject,
    text: [subject, asked, yes, url, until, no].join('\n\n') + '\n',
    html: page(subject, asked, yes, url, until, no),
  };
}

function page(subject: string, asked: string, yes: string, url: string, until: string, no: string): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${subject}</title>
      </head>
      <body style="margin: 0; padding: 16px; font: 16px/1.5 system-ui, sans-serif">
        <main style="max-width: 600px; margin: 0 auto; overflow-wrap: anywhere">
          <h1 style="font-size: 22px">${subject}</h1>
          <p>${asked}</p>
          <p>${yes}</p>
          <p><a href="${url}" rel="noreferrer">${url}</a></p>
          <p>${until}</p>
          <p>${no}</p>
        </main>
      </body>
    </html> `.source;
}

import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { type Html, html } from '../channels/html';

/** Without quotes and angle brackets, so that escaping leaves it as it is: the policy below names its hash. */
const STYLE = [
  ':root{color-scheme:light dark}',
  'body{margin:0;padding:2rem 1rem;font:1rem/1.5 system-ui,sans-serif;background:#fff;color:#1f2328}',
  'main{max-width:32rem;margin:0 auto;overflow-wrap:anywhere}',
  'h1{font-size:1.4rem;line-height:1.3}',
  'button{font:inherit;padding:.6rem 1.2rem;border:0;border-radius:.4rem;background:#0a58ca;color:#fff;cursor:pointer}',
  'button:focus-visible{outline:3px solid #79b8ff;outline-offset:2px}',
  '@media (prefers-color-scheme:dark){body{background:#16181c;color:#e6e8eb}}',
].join('');

// Not one blank more: the policy has the hash of what is between the tags.
// prettier-ignore
const STYLE_ELEMENT = html`<style>${STYLE}</style>`;

const HEADERS = {
  'Content-Security-Policy': [
    `default-src 'none'`,
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
  ].join('; '),
  'Cache-Control': 'no-store',
  // The address of the page is the key to it: no other site is to see it, and no search engine.
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
};

/** A page for somebody who opened a link in a mail: it names nobody, holds no script and fetches nothing. */
export interface ConsentPage {
  status: number;
  title: string;
  text: string;
  /** A form with one button; `value` is the body that it sends. */
  button?: { label: string; name: string; value: string };
}

export function sendPage(response: Response, page: ConsentPage): void {
  response.status(page.status).set(HEADERS).type('html').send(sourceOf(page));
}

function sourceOf({ title, text, button }: ConsentPage): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          <p>${text}</p>
          ${button ? form(button) : null}
        </main>
      </body>
    </html> `.source;
}

/** To the same address, without what somebody may have added to its query. */
function form({ label, name, value }: NonNullable<ConsentPage['button']>): Html {
  return html`<form method="post" action="?">
    <button name="${name}" value="${value}">${label}</button>
  </form>`;
}

import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { type Step, STEPS } from 'version-order';
import { type Html, html } from '../rendering/html';
import { DARK, FONT, LIGHT, type Theme, STEP_BADGES } from '../rendering/theme';

const colours = ({ ground, card, line, ink, soft, link, button, steps }: Theme) =>
  [
    `:root{--ground:${ground};--card:${card};--line:${line};--ink:${ink};--soft:${soft};--link:${link};--button:${button}}`,
    ...STEPS.map((step) => `.${step}{background:${steps[step][0]};color:${steps[step][1]}}`),
  ].join('');

/** Without quotes and angle brackets, so that escaping does not change it: the policy below has its hash. */
const STYLE = [
  ':root{color-scheme:light dark}',
  colours(LIGHT),
  `@media (prefers-color-scheme:dark){${colours(DARK)}}`,
  '*{box-sizing:border-box}',
  `body{margin:0;padding:4vmin 12px;font:1rem/1.5 ${FONT};background:var(--ground);color:var(--ink)}`,
  'main{max-width:34rem;margin:0 auto;padding:clamp(20px,6vw,40px);background:var(--card);border:1px solid var(--line);border-radius:14px;overflow-wrap:anywhere}',
  'h1{margin:0 0 .7rem;font-size:1.65rem;line-height:1.25;letter-spacing:-.01em}',
  'p{margin:.7rem 0}',
  '.badge{display:inline-block;margin:0 0 .8rem;padding:.15rem .7rem;border-radius:99px;font-size:.8rem;font-weight:600}',
  '.way{display:flex;flex-wrap:wrap;align-items:center;gap:.3rem 1rem;margin:1.1rem 0;padding:.9rem 1.1rem;border:1px solid var(--line);border-radius:10px}',
  '.way small{display:block;color:var(--soft)}',
  '.way b{font-size:1.2rem}',
  '.arrow{font-size:1.4rem;color:var(--soft)}',
  'form{display:flex;flex-wrap:wrap;gap:.6rem;margin:1.4rem 0 0}',
  'h2{width:100%;margin:1rem 0 0;font-size:.95rem;color:var(--soft);font-weight:600}',
  'button{min-height:2.75rem;padding:.55rem 1.1rem;font:inherit;font-weight:600;border-radius:9px;border:1px solid var(--button);background:var(--button);color:#fff;cursor:pointer}',
  'button.quiet{background:var(--card);border-color:var(--line);color:var(--link)}',
  'button:hover{border-color:var(--link)}',
  'button:focus-visible{outline:3px solid var(--link);outline-offset:2px}',
  '@media (max-width:26rem){button{flex:1 1 auto;padding:.55rem .6rem}}',
  'a{color:var(--link)}',
  '.open{margin-top:1.4rem}',
  'pre{margin:.6rem 0 0;padding:.8rem 1rem;border:1px solid var(--line);border-radius:9px;background:var(--ground);font-size:.85rem;white-space:pre-wrap}',
  'footer{margin-top:1.6rem;padding-top:1rem;border-top:1px solid var(--line);font-size:.85rem;color:var(--soft)}',
].join('');

// No white space inside: the policy has the hash of what is between the tags.
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
  // The URL of the page is a secret: no other site and no search engine may see it.
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
};

/** Posts `name=value` to the URL of the page. */
export interface PageButton {
  label: string;
  name: string;
  value: string;
  /** A secondary action. */
  quiet?: boolean;
}

/** A page behind a link in a message: plain text, without scripts; it loads nothing. */
export interface LinkPage {
  /** Default: 200. */
  status?: number;
  title: string;
  /** Paragraphs. */
  text: string[];
  /** The update that the page is about. */
  update?: { step: Step; from: string; to: string };
  /** Groups with a heading, which may be empty. */
  buttons?: [heading: string, buttons: PageButton[]][];
  /** An API request that the text refers to. */
  request?: string;
  /** A page of the web application, for readers who can sign in. */
  link?: { label: string; url: string };
  footer?: string;
}

export function sendPage(response: Response, page: LinkPage): void {
  response
    .status(page.status ?? 200)
    .set(HEADERS)
    .type('html')
    .send(sourceOf(page));
}

function sourceOf({ title, text, update, buttons, request, link, footer }: LinkPage): string {
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
          ${update ? html`<span class="badge ${update.step}">${STEP_BADGES[update.step]}</span>` : null}
          <h1><bdi>${title}</bdi></h1>
          ${update ? wayOf(update) : null} ${text.map((paragraph) => html`<p>${paragraph}</p>`)}
          ${buttons ? form(buttons) : null} ${request ? pre(request) : null}
          ${link ? html`<p class="open"><a href="${link.url}">${link.label}</a></p>` : null}
          ${footer ? html`<footer>${footer}</footer>` : null}
        </main>
      </body>
    </html> `.source;
}

// White space between the tags would be shown.
// prettier-ignore
const pre = (text: string) => html`<pre>${text}</pre>`;

function wayOf({ from, to }: NonNullable<LinkPage['update']>): Html {
  return html`<div class="way">
    <span
      ><small>You use</small><b><bdi>${from}</bdi></b></span
    >
    <span class="arrow" aria-hidden="true">→</span>
    <span
      ><small>New version</small><b><bdi>${to}</bdi></b></span
    >
  </div>`;
}

/** Posts to the same URL without its query, which somebody may have extended. */
function form(groups: NonNullable<LinkPage['buttons']>): Html {
  return html`<form method="post" action="?">
    ${groups.map(([heading, buttons]) => html`${heading ? html`<h2>${heading}</h2>` : null} ${buttons.map(button)}`)}
  </form>`;
}

const QUIET = html` class="quiet"`;

// prettier-ignore
const button = ({ label, name, value, quiet }: PageButton) =>
  html`<button name="${name}" value="${value}"${quiet ? QUIET : null}>${label}</button>`;

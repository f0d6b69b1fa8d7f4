"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.sendPage = sendPage;
const node_crypto_1 = require("node:crypto");
const html_1 = require("../channels/html");
const look_1 = require("./look");
const STEPS = Object.keys(look_1.STEP_BADGES);
const colours = ({ ground, card, line, ink, soft, link, button, steps }) => [
    `:root{--ground:${ground};--card:${card};--line:${line};--ink:${ink};--soft:${soft};--link:${link};--button:${button}}`,
    ...STEPS.map((step) => `.${step}{background:${steps[step][0]};color:${steps[step][1]}}`),
].join('');
/** Without quotes and angle brackets, so that escaping leaves it as it is: the policy below names its hash. */
const STYLE = [
    ':root{color-scheme:light dark}',
    colours(look_1.LIGHT),
    `@media (prefers-color-scheme:dark){${colours(look_1.DARK)}}`,
    '*{box-sizing:border-box}',
    `body{margin:0;padding:4vmin 12px;font:1rem/1.5 ${look_1.FONT};background:var(--ground);color:var(--ink)}`,
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
    'pre{margin:.6rem 0 0;padding:.8rem 1rem;border:1px solid var(--line);border-radius:9px;background:var(--ground);font-size:.85rem;white-space:pre-wrap}',
    'footer{margin-top:1.6rem;padding-top:1rem;border-top:1px solid var(--line);font-size:.85rem;color:var(--soft)}',
].join('');
// Not one blank more: the policy has the hash of what is between the tags.
// prettier-ignore
const STYLE_ELEMENT = (0, html_1.html) `<style>${STYLE}</style>`;
const HEADERS = {
    'Content-Security-Policy': [
        `default-src 'none'`,
        `style-src 'sha256-${(0, node_crypto_1.createHash)('sha256').update(STYLE).digest('base64')}'`,
        `form-action 'self'`,
        `frame-ancestors 'none'`,
        `base-uri 'none'`,
    ].join('; '),
    'Cache-Control': 'no-store',
    // The address of the page is the key to it: no other site is to see it, and no search engine.
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex, nofollow',
};
function sendPage(response, page) {
    response.status(page.status).set(HEADERS).type('html').send(sourceOf(page));
}
function sourceOf({ title, text, update, buttons, request, footer }) {
    return (0, html_1.html) `<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <main>
          ${update ? (0, html_1.html) `<span class="badge ${update.step}">${look_1.STEP_BADGES[update.step]}</span>` : null}
          <h1><bdi>${title}</bdi></h1>
          ${update ? wayOf(update) : null} ${text.map((paragraph) => (0, html_1.html) `<p>${paragraph}</p>`)}
          ${buttons ? form(buttons) : null} ${request ? pre(request) : null}
          ${footer ? (0, html_1.html) `<footer>${footer}</footer>` : null}
        </main>
      </body>
    </html> `.source;
}
// What is between the tags is shown as it is.
// prettier-ignore
const pre = (text) => (0, html_1.html) `<pre>${text}</pre>`;
function wayOf({ from, to }) {
    return (0, html_1.html) `<div class="way">
    <span
      ><small>You use</small><b><bdi>${from}</bdi></b></span
    >
    <span class="arrow" aria-hidden="true">→</span>
    <span
      ><small>New version</small><b><bdi>${to}</bdi></b></span
    >
  </div>`;
}
/** To the same address, without what somebody may have added to its query. */
function form(groups) {
    return (0, html_1.html) `<form method="post" action="?">
    ${groups.map(([heading, buttons]) => (0, html_1.html) `${heading ? (0, html_1.html) `<h2>${heading}</h2>` : null} ${buttons.map(button)}`)}
  </form>`;
}
const QUIET = (0, html_1.html) ` class="quiet"`;
// prettier-ignore
const button = ({ label, name, value, quiet }) => (0, html_1.html) `<button name="${name}" value="${value}"${quiet ? QUIET : null}>${label}</button>`;
//# sourceMappingURL=link-page.js.map
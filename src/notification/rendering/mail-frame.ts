import { type Step, STEPS } from 'version-order';
import { DARK, FONT, LIGHT, type Theme } from './theme';
import { Html, html } from './html';

/** Colours by class. They override the inline ones, which are for mail programs that drop style elements. */
const colours = ({ ground, card, line, ink, soft, link, button, steps }: Theme) =>
  [
    `.ground{background:${ground}!important;color:${ink}!important}`,
    `.card{background:${card}!important;border-color:${line}!important}`,
    `.ink{color:${ink}!important}`,
    `.soft{color:${soft}!important}`,
    `.line,.items td{border-color:${line}!important}`,
    `a{color:${link}!important}`,
    `.main{background:${button}!important;border-color:${button}!important}`,
    '.main a{color:#ffffff!important}',
    ...STEPS.map((step) => `.${step}{background:${steps[step][0]}!important;color:${steps[step][1]}!important}`),
  ].join('');

/** Without quotes and angle brackets, so that escaping does not change it. */
const STYLE = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  `.items td{padding:8px 0;border-top:1px solid ${LIGHT.line};vertical-align:top}.items .to{padding-left:14px}.items a{color:${LIGHT.link};font-weight:600}.items small a{font-weight:400;white-space:nowrap}`,
  '.text h1,.text h2,.text h3,.text h4,.text h5,.text h6{margin:10px 0 2px;font-size:15px}.text p,.text ul,.text ol,.text pre{margin:4px 0}.text ul,.text ol{padding-left:22px}.text pre{overflow:auto}',
  '@media (min-width:600px){.card{padding:36px 40px!important}h1{font-size:30px!important}.foot{padding:18px 41px!important}}',
  `@media (prefers-color-scheme:dark){${colours(DARK)}}`,
].join('');

/** Inline styles, because many mail programs drop style elements. */
export const INLINE = {
  h1: `margin:0 0 10px;font-size:26px;line-height:1.25;color:${LIGHT.ink}`,
  h2: 'margin:24px 0 6px;font-size:16px;line-height:1.4',
  p: 'margin:0 0 16px',
  soft: `color:${LIGHT.soft}`,
  link: `color:${LIGHT.link}`,
  action: `display:inline-block;vertical-align:middle;margin:0 0 10px;padding:12px 7px;font-weight:600;text-decoration:none;color:${LIGHT.link}`,
  label: `padding:3px 16px 3px 0;text-align:left;vertical-align:top;font-weight:normal;color:${LIGHT.soft}`,
  value: 'padding:3px 0;vertical-align:top;font-weight:600',
  notes: `margin:8px 0 14px;padding:10px 16px;border:1px solid ${LIGHT.line};border-radius:10px`,
  addresses: `margin:20px 0 0;padding:14px 0 0;border-top:1px solid ${LIGHT.line};font-size:14px`,
  box: `border:1px solid ${LIGHT.line};border-radius:10px`,
};

export const badgeStyle = (step: Step) =>
  `display:inline-block;padding:2px 11px;border-radius:99px;font-size:13px;font-weight:600;` +
  `background:${LIGHT.steps[step][0]};color:${LIGHT.steps[step][1]}`;

/** A link that looks like a button. The cell has the colour, because some mail programs ignore that of links. */
export function mailButton(label: string, url: string): Html {
  const { button } = LIGHT;
  const cell = `background:${button};border:1px solid ${button};border-radius:9px`;
  const text = 'display:inline-block;padding:11px 20px;font-weight:600;text-decoration:none;color:#ffffff';
  return html`<table
    role="presentation"
    cellpadding="0"
    cellspacing="0"
    style="display:inline-table;margin:0 7px 10px 0;vertical-align:middle"
  >
    <tr>
      <td class="main" style="${cell}">
        <a href="${url}" rel="noreferrer" style="${text}">${label}</a>
      </td>
    </tr>
  </table>`;
}

/** A page with one card of at most 600 px. It loads nothing. */
export function mailFrame(subject: string, content: Html, footer: Html): Html {
  const { ground, card, line, ink, soft } = LIGHT;
  return compact(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="supported-color-schemes" content="light dark" />
          <title>${subject}</title>
          <style>
            ${STYLE}
          </style>
        </head>
        <body class="ground" style="margin:0;padding:0;background:${ground};color:${ink}">
          <div class="ground" style="padding:20px 10px;background:${ground};color:${ink};font:16px/1.5 ${FONT}">
            <div style="max-width:600px;margin:0 auto;overflow-wrap:anywhere">
              <div
                class="card"
                style="padding:24px 20px;background:${card};border:1px solid ${line};border-radius:14px"
              >
                ${content}
              </div>
              <div class="soft foot" style="padding:16px 21px;font-size:13px;color:${soft}">${footer}</div>
            </div>
          </div>
        </body>
      </html> `,
  );
}

/** Without indentation, since mail programs cut off long mails. */
const compact = (page: Html) => new Html(page.source.replace(/(?<!\s)\s*\n\s*/g, '\n'));

import { type Html, html } from './html';
import type { Letter } from './letter';

/** One column that grows to 600 px; colours are the reader's own but for two greys that pass on light and dark. */
export function mailPage({ subject, headline, intro, facts, others, links, footer }: Letter): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${subject}</title>
        <style>
          :root {
            color-scheme: light dark;
          }
          body {
            margin: 0;
            padding: 16px;
            font:
              16px/1.5 system-ui,
              sans-serif;
            background: #ffffff;
            color: #1f2328;
          }
          main {
            max-width: 600px;
            margin: 0 auto;
            overflow-wrap: anywhere;
          }
          h1 {
            font-size: 22px;
            line-height: 1.3;
            margin: 0 0 12px;
          }
          th {
            text-align: left;
            vertical-align: top;
            font-weight: normal;
            padding: 2px 16px 2px 0;
            white-space: nowrap;
            color: #656d76;
          }
          td {
            vertical-align: top;
            padding: 2px 0;
            font-weight: 600;
          }
          a {
            color: #0a58ca;
          }
          footer {
            margin-top: 24px;
            font-size: 13px;
            color: #656d76;
          }
          @media (prefers-color-scheme: dark) {
            body {
              background: #16181c;
              color: #e6e8eb;
            }
            th,
            footer {
              color: #9aa4af;
            }
            a {
              color: #79b8ff;
            }
          }
        </style>
      </head>
      <body>
        <main>
          <h1><bdi>${headline}</bdi></h1>
          <p>${intro}</p>
          ${
            facts.length > 0
              ? html`<table cellpadding="0" cellspacing="0">
                  ${facts.map(factRow)}
                </table>`
              : null
          }
          ${others ? html`<p>Also new: <bdi>${others}</bdi></p>` : null}
          ${
            links.length > 0
              ? html`<ul style="padding-left: 20px">
                  ${links.map(linkItem)}
                </ul>`
              : null
          }
          <footer>${footer}</footer>
        </main>
      </body>
    </html> `;
}

function factRow([label, value]: [string, string]): Html {
  return html`<tr>
    <th scope="row">${label}</th>
    <td><bdi>${value}</bdi></td>
  </tr>`;
}

/** The URL itself is the text of the link: what is shown is what opens. */
function linkItem([label, url]: [string, string]): Html {
  return html`<li>${label}: <a href="${url}" rel="noreferrer">${url}</a></li>`;
}

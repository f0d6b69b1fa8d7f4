import { type Html, html } from './html';
import type { Item, Letter } from './letter';
import { groupsOf, moreText, stepText } from './lines';

/** One column that grows to 600 px; colours are the reader's own but for two greys that pass on light and dark. */
export function mailPage(letter: Letter): Html {
  const { subject, headline, intro, facts, others, items, more, links, footer, unsubscribe } = letter;
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
          h2 {
            font-size: 16px;
            margin: 20px 0 4px;
          }
          td.step {
            font-weight: normal;
            padding-left: 16px;
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
          ${groupsOf(items).map(([heading, members]) => group(heading, members))}
          ${more > 0 ? html`<p>${moreText(more)}</p>` : null}
          ${
            links.length > 0
              ? html`<ul style="padding-left: 20px">
                  ${links.map(linkItem)}
                </ul>`
              : null
          }
          <footer>
            ${footer}
            ${unsubscribe ? html`<br /><a href="${unsubscribe}" rel="noreferrer">No more of these mails</a>` : null}
          </footer>
        </main>
      </body>
    </html> `;
}

function group(heading: string, items: Item[]): Html {
  return html`<h2>${heading}</h2>
    <table cellpadding="0" cellspacing="0">
      ${items.map(itemRow)}
    </table>`;
}

function itemRow(item: Item): Html {
  const name = html`<bdi>${item.name}</bdi>`;
  return html`<tr>
    <td>${item.url ? html`<a href="${item.url}" rel="noreferrer">${name}</a>` : name}</td>
    <td class="step"><bdi>${stepText(item)}</bdi></td>
  </tr>`;
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

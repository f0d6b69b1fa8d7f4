// A page of the site, around what it says.
const escaped = (text) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

const NAME = 'Update tracker';

const link = ({ address, title }, current) =>
  `<li><a href="${address}"${address === current ? ' aria-current="page"' : ''}>${escaped(title)}</a></li>`;

const group = ([title, members], current) =>
  `<details${members.length < 10 || members.some(({ address }) => address === current) ? ' open' : ''}><summary>${escaped(title)}</summary>
<ul>${members.map((page) => link(page, current)).join('')}</ul></details>`;

/** @param groups the menu: titles and pages; `shared` has the addresses of what all pages use */
export function pageHtml({ address, title, sections, html }, groups, { style, script, theme, icon }) {
  const parts = sections.filter(({ level }) => level === 2);
  const inOrder = groups.flatMap(([, members]) => members);
  const next = inOrder[inOrder.findIndex((page) => page.address === address) + 1];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · ${NAME}</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${style}">
<script src="${theme}"></script>
<script src="${script}" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="brand" href="/docs"><img src="${icon}" width="24" height="24" alt="">${NAME}</a>
<div class="search" role="search" hidden>
<input type="search" id="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off" spellcheck="false">
<div id="found" aria-live="polite"></div>
</div>
<nav class="places" aria-label="Places"><a href="/docs/api">API</a> <a href="/">Application</a>
<button type="button" id="scheme" hidden>Dark</button></nav>
</header>
<div class="columns">
<nav class="menu" aria-label="Pages"><details class="all" open><summary>Pages</summary>${groups.map((one) => group(one, address)).join('\n')}</details></nav>
<main id="content" tabindex="-1">
${html}${next ? `<p class="next">Next: <a href="${next.address}">${escaped(next.title)}</a></p>` : ''}
</main>
${parts.length > 1 ? `<nav class="parts" aria-label="On this page"><p>On this page</p><ul>${parts.map(({ id, heading }) => `<li><a href="#${id}">${escaped(heading)}</a></li>`).join('')}</ul></nav>` : ''}
</div>
</body>
</html>
`;
}

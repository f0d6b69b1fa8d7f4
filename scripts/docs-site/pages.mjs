// Reads the pages of Markdown: their HTML, with links as the site has them, and their sections for the search.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import MarkdownIt from 'markdown-it';

/** What the menu has, in its order; pages that none of them names are in the last one. */
const GROUPS = [
  ['Run it', ['install', 'upgrade-and-backup', 'configuration', 'scaling', 'monitoring', 'users']],
  ['Use it', ['sources', 'inventories', 'policies-and-versions', 'vulnerabilities', 'other-tools', 'plug-ins', 'comparison']],
  ['Channels', ['channels', 'channels/']],
  ['Develop', ['contributing', 'architecture', 'adding-a-channel-or-source', 'decisions/']],
  ['More', ['readme', 'security', 'changelog']],
]; // prettier-ignore

/** What of the service itself is below /docs. */
const TAKEN = ['api', 'problems', 'openapi.json', 'pages.json', 'search.json'];

/** `docs/channels/email.md` is `channels/email`, `docs/index.md` is ``, and `CONTRIBUTING.md` beside them is `contributing`. */
const nameOf = (file) =>
  file.startsWith('docs/') ? file.slice(5, -3).replace(/(^|\/)(index|README)$/, '') : file.slice(0, -3).toLowerCase();

const addressOf = (name) => posix.join('/docs', name);

/** @param root the folder of the repository */
export function readPages(root) {
  const inFolder = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' });
  const sources = [
    ...readdirSync(root),
    ...inFolder.map((name) => `docs/${name.replaceAll('\\', '/')}`),
  ].filter((file) => file.endsWith('.md')); // prettier-ignore
  const names = new Map(sources.sort().map((file) => [file, nameOf(file)]));
  for (const [file, name] of names) if (TAKEN.includes(name)) throw new Error(`${file}: /docs/${name} is taken.`);
  const linked = new Set();
  const read = sources.map((file) => readPage(root, file, names, linked));
  const groups = groupsOf(read);
  // The search prefers those that come first.
  const pages = [...read.filter(({ name }) => name === ''), ...groups.flatMap(([, members]) => members)];
  return { pages, groups, linked };
}

function groupsOf(pages) {
  const rest = new Set(pages.filter(({ name }) => name !== ''));
  const groups = GROUPS.map(([title, names]) => {
    const isOf = (page, name) => (name.endsWith('/') ? page.name.startsWith(name) : page.name === name);
    const members = names.flatMap((name) => [...rest].filter((page) => isOf(page, name)));
    for (const page of members) rest.delete(page);
    return [title, members];
  });
  groups.at(-1)[1].push(...rest);
  return groups.filter(([, members]) => members.length > 0);
}

function readPage(root, file, names, linked) {
  const markdown = new MarkdownIt({ html: true });
  const tokens = markdown.parse(readFileSync(join(root, file), 'utf8'), {});
  const sections = sectionsOf(tokens);
  const target = (link) => targetOf(root, file, link, names, linked);
  for (const token of tokens) {
    adapt(token, target);
    for (const child of token.children ?? []) linkTo(child, token.children, target);
  }
  const html = markdown.renderer
    .render(tokens, markdown.options, {})
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replace(/<pre><code tabindex="0"/g, '<pre tabindex="0"><code');
  const name = names.get(file);
  return { name, address: addressOf(name), title: sections[0]?.heading ?? name, sections, html };
}

/** What stands below each heading, which gets an id. */
function sectionsOf(tokens) {
  const sections = [];
  const ids = new Map();
  tokens.forEach((token, at) => {
    if (token.type === 'heading_open') {
      const heading = textOf(tokens[at + 1]);
      const id = idOf(heading, ids);
      token.attrSet('id', id);
      sections.push({ level: Number(token.tag[1]), id, heading, text: '' });
    } else if (sections.length > 0 && HAS_TEXT.includes(token.type) && tokens[at - 1].type !== 'heading_open')
      sections.at(-1).text += `${textOf(token)} `;
  });
  return sections.map((one) => ({ ...one, text: one.text.replace(/\s+/g, ' ').trim() }));
}

const HAS_TEXT = ['inline', 'fence', 'code_block'];

function adapt(token, target) {
  if (token.type === 'html_block') token.content = htmlOf(token.content, target);
  // They may be wider than the page.
  if (token.type === 'fence' || token.type === 'code_block') token.attrSet('tabindex', '0');
  // The policy of the pages has no style in attributes.
  const style = token.attrGet('style');
  if (style) token.attrs = [['class', style.replace('text-align:', '')]];
}

/** As it is read. */
const textOf = ({ content, children, type }) =>
  type === 'inline'
    ? children.map((child) => (child.type.endsWith('break') ? ' ' : textOf(child))).join('')
    : type === 'html_inline'
      ? ''
      : content;

/** As GitHub makes them of headings. */
function idOf(heading, ids) {
  const id = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
  const count = ids.get(id) ?? 0;
  ids.set(id, count + 1);
  return count === 0 ? id : `${id}-${count}`;
}

function linkTo(token, tokens, target) {
  if (token.type === 'image') token.attrSet('src', target(token.attrGet('src')));
  if (token.type === 'html_inline') token.content = htmlOf(token.content, target);
  if (token.type !== 'link_open') return;
  const href = target(token.attrGet('href'));
  if (href !== null) return token.attrSet('href', href);
  // What is in the repository only.
  token.attrs = [['title', `${token.attrGet('href').replace(/^(\.\.\/)+/, '')} of the repository`]];
  const end = tokens.find(({ type }, at) => type === 'link_close' && at > tokens.indexOf(token));
  token.tag = end.tag = 'span';
}

/** Without remarks, and with addresses of the site. */
const htmlOf = (text, target) =>
  text.replace(/<!--[^]*?-->/g, '').replace(/(?<=<img [^>]*src=")[^"]+/g, (source) => target(source));

/** @returns the address of what a page links to; null = the site does not have it */
function targetOf(root, file, link, names, linked) {
  if (/^([a-z]+:|[#/])/.test(link)) return link;
  const [path, anchor] = link.split('#');
  const there = posix.join(dirname(file), path).replace(/\/$/, '');
  const page = names.get(there) ?? [...names].find(([other]) => other.startsWith(`${there}/`))?.[1];
  if (page !== undefined) return addressOf(page) + (anchor === undefined ? '' : `#${anchor}`);
  if (!there.startsWith('docs/') || !existsSync(join(root, there)) || !/\.\w+$/.test(there)) return null;
  linked.add(there);
  return addressOf(there.slice(5));
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefaultTreeAdapterMap, parse } from 'parse5';
import { expectProblem } from '../setup/api';
import { useApp } from '../setup/app';
import { takeLeaks } from '../setup/planted';

type Node = DefaultTreeAdapterMap['node'];
type Element = DefaultTreeAdapterMap['element'];

const ROOT = join(__dirname, '..', '..');

function elementsOf(html: string): Element[] {
  const found: Element[] = [];
  const visit = (node: Node): void => {
    if ('tagName' in node) found.push(node);
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parse(html));
  return found;
}

const attribute = ({ attrs }: Element, name: string) => attrs.find((one) => one.name === name)?.value;

const textOf = (node: Node): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';

describe('the site at /docs', () => {
  const test = useApp();
  let pages: [address: string, title: string][];
  const htmlOf = async (address: string) => (await test.http.get(address).expect(200)).text;

  // Pages for developers say what secrets of tests have in them.
  afterEach(() => void takeLeaks());
  beforeAll(async () => {
    pages = (await test.http.get('/docs/pages.json').expect(200)).body as typeof pages;
  });

  it('has each page of docs, and those beside it', () => {
    const inDocs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' });
    const sources = [...inDocs, ...readdirSync(ROOT)].filter((name) => name.endsWith('.md'));
    expect(pages).toHaveLength(sources.length);
    const addresses = pages.map(([address]) => address);
    expect(new Set(addresses).size).toBe(addresses.length);
    for (const address of ['/docs', '/docs/install', '/docs/vulnerabilities', '/docs/channels/email', '/docs/security'])
      expect(addresses).toContain(address);
  });

  it('shows every page with its title, under a policy that lets in nothing of others, and nothing inline', async () => {
    for (const [address, title] of pages) {
      const { text, headers } = await test.http
        .get(address)
        .expect(200)
        .expect('Content-Type', /^text\/html/);
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
      const elements = elementsOf(text);
      const headings = elements.filter(({ tagName }) => tagName === 'h1').map(textOf);
      expect({ address, headings }).toEqual({ address, headings: [title] });
      const inline = elements.filter(
        (one) =>
          one.tagName === 'style' ||
          (one.tagName === 'script' && attribute(one, 'src') === undefined) ||
          one.attrs.some(({ name }) => name === 'style' || name.startsWith('on')),
      );
      expect({ address, inline: inline.map(({ tagName }) => tagName) }).toEqual({ address, inline: [] });
      expect(text).not.toContain('<!-- ');
    }
  });

  it('has no dead link inside', async () => {
    const elements = new Map<string, Element[]>();
    for (const [address] of pages) elements.set(address, elementsOf(await htmlOf(address)));
    const others = new Map<string, number>();
    const dead: string[] = [];
    for (const [address, all] of elements)
      for (const one of all) {
        const link = attribute(one, 'href') ?? attribute(one, 'src');
        if (link === undefined || /^[a-z]+:/.test(link) || link === '/') continue;
        const { pathname, hash } = new URL(link, `http://site${address}`);
        const there = elements.get(pathname);
        if (there === undefined && !others.has(pathname)) others.set(pathname, (await test.http.get(pathname)).status);
        const isThere = there
          ? hash === '' || there.some((target) => attribute(target, 'id') === decodeURIComponent(hash.slice(1)))
          : others.get(pathname) === 200;
        if (!isThere) dead.push(`${address}: ${link}`);
      }
    expect(dead).toEqual([]);
    expect([...others.keys()]).toContain('/docs/api');
  });

  it('has what the search reads: every section of every page', async () => {
    const { body } = await test.http.get('/docs/search.json').expect(200);
    const { pages: listed, sections } = body as { pages: typeof pages; sections: [number, string, string, string][] };
    expect(listed).toEqual(pages);
    expect(new Set(sections.map(([page]) => page)).size).toBe(pages.length);
    const install = sections.filter(([page]) => listed[page]![0] === '/docs/install').map(([, , , text]) => text);
    expect(install.join(' ')).toContain('npm');
  });

  it('sends files compressed, and once', async () => {
    const { headers } = await test.http.get('/docs/install').set('Accept-Encoding', 'br').expect(200);
    expect(headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache', vary: expect.any(String) });
    await test.http.get('/docs/install').set('If-None-Match', headers.etag!).expect(304);
    const [, style] = /<link rel="stylesheet" href="([^"]+)">/.exec(await htmlOf('/docs'))!;
    await test.http
      .get(style!)
      .expect(200)
      .expect('Cache-Control', /immutable/);
    expectProblem(await test.http.get('/docs/no-such-page'), 404, 'not-found');
    expectProblem(await test.http.get('/docs/..%2f..%2fpackage.json'), 404, 'not-found');
  });

  it('says what each kind of channel needs where the API leads to', async () => {
    for (const name of readdirSync(join(ROOT, 'docs', 'channels')).filter((one) => one.endsWith('.md'))) {
      const [, title] = /^# (.*)$/m.exec(readFileSync(join(ROOT, 'docs', 'channels', name), 'utf8'))!;
      expect(await htmlOf(`/docs/channels/${name.slice(0, -3)}`)).toContain(`>${title}</h1>`);
    }
  });
});

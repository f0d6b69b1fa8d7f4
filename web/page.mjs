// What `index.html` has before any script: the frame of the application and the beginning of a list, as HTML, and their styles and colours. It is made
// of the same components that the application renders, so that nothing moves when it does.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { minifySync, runnerImport } from 'vite';

const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url));
const read = (name) => readFileSync(pathOf(name), 'utf8');
const run = (name) => runnerImport(pathOf(name), { configFile: false, root: pathOf('.'), logLevel: 'error' });

/** As variables of CSS. */
export const colors = async () => (await run('src/theme/colors.ts')).module.trackerColors();

export const minifiedStyles = (text) =>
  text
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .trim();

const styles = async () => minifiedStyles(`:root { ${await colors()} } ${read('src/theme/frame.css')}`);

/** Addresses whose page has the beginning of a list; `*` is every other one. */
const FRAMES = ['/updates', '/favorites', '*'];

/** @returns the HTML inside of `#ghost` for somebody who is signed in, by address */
export async function frames() {
  const { module } = await run('src/shell/frame-html.tsx');
  return Object.fromEntries(FRAMES.map((path) => [path, module.frameHtml(path)]));
}

const STYLESHEET = /<link rel="stylesheet"[^>]*>/g;

export const minifiedScript = (name, text) => minifySync(name, text).code.trim();

/** Of the scripts in a page, for its policy: `sha256-…`. */
export const scriptHashes = (html) =>
  [...html.matchAll(/<script(?: nonce="[^"]*")?>(.*?)<\/script>/gs)].map(
    ([, text]) => `sha256-${createHash('sha256').update(text).digest('base64')}`,
  );

/** The file that begins the application. */
export const entryOf = (html) => /import\([`"']([^`"']+)/.exec(html)[1];

/**
 * Begins the application when the page with its data is there and what it shows is painted: a browser compiles a module of its head first, which
 * takes longer than all the rest. A page in the background is not painted.
 */
const begin = (entry) =>
  minifiedScript(
    'begin.js',
    `addEventListener('DOMContentLoaded', () => {
      const begin = () => import(${JSON.stringify(entry)});
      if (document.hidden) begin();
      else requestAnimationFrame(() => setTimeout(begin));
    });`,
  );

/**
 * Plugin that writes styles and scripts into the page. The files of styles go behind what is to be seen, which they would keep from being painted,
 * and before what the application renders, which has the styles of its theme in it; the script behind them waits for them. The files of the
 * application are fetched from the beginning.
 */
export const firstPaint = () => ({
  name: 'first-paint',
  transformIndexHtml: {
    order: 'post',
    async handler(html, { server }) {
      const files = html.match(STYLESHEET) ?? [];
      const theme = minifiedScript('theme.js', read('theme.js'));
      const inline = `<style nonce="%CSP_NONCE%">${await styles()}</style>\n    <script>${theme}</script>`;
      // While it is written, the page keeps its script: Vite's own client is another one.
      const modules = server ? [] : [...html.matchAll(/<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/g)];
      // The last one imports the others.
      const start = modules.length > 0 ? [`<script>${begin(modules.at(-1)[1])}</script>`] : [];
      const rows = `<!--data-->\n    <script>${minifiedScript('first-rows.js', read('first-rows.js'))}</script>`;
      return modules
        .reduce(
          (text, [tag, path]) => text.replace(tag, `<link rel="preload" as="script" crossorigin href="${path}" />`),
          html,
        )
        .replace(STYLESHEET, '')
        .replace('<!--styles-->', () => inline)
        .replace('<!--files-->', () => [...files, ...start].join('\n    '))
        .replace('<!--data-->', () => rows)
        .replace(/^\s*\n/gm, '');
    },
  },
});

// What `index.html` has before any script: the frame of the application and the beginning of a list, as HTML, and their styles and colours. It is made
// of the same components that the application renders, so that nothing moves when it does.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { minifySync, runnerImport } from 'vite';

const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url));
const read = (name) => readFileSync(pathOf(name), 'utf8');
const run = (name) => runnerImport(pathOf(name), { configFile: false, root: pathOf('.'), logLevel: 'error' });

/** The scheme is the browser's own until the script in the head has looked at what was chosen. */
async function styles() {
  const { module } = await run('src/theme/colors.ts');
  const variables = (colors) =>
    Object.entries(module.trackerColors(colors))
      .map(([name, value]) => `${name}: ${value};`)
      .join(' ');
  const dark = variables(module.DARK);
  const text = `
    :root { ${variables(module.LIGHT)} }
    @media (prefers-color-scheme: dark) { :root:not([data-mantine-color-scheme='light']) { ${dark} } }
    :root[data-mantine-color-scheme='dark'] { ${dark} }
    ${read('src/theme/frame.css')}`;
  return text
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .trim();
}

/** Addresses whose page has the beginning of a list; `*` is every other one. */
const FRAMES = ['/updates', '/favorites', '*'];

/** @returns the HTML inside of `#ghost` for somebody who is signed in, by address */
export async function frames() {
  const { module } = await run('src/shell/frame-html.tsx');
  return Object.fromEntries(FRAMES.map((path) => [path, module.frameHtml(path)]));
}

/** Of the head: runs before anything is painted. */
const script = () => minifySync('theme.js', read('theme.js')).code.trim();

/** Of the script, for the policy of the page. */
export const scriptHash = () => `sha256-${createHash('sha256').update(script()).digest('base64')}`;

/**
 * Plugin that writes styles and script into the page. The files of styles go behind what is to be seen, which they would keep from being painted,
 * and before what the application renders, which has the styles of its theme in it; scripts of modules wait for them.
 */
export const firstPaint = () => ({
  name: 'first-paint',
  transformIndexHtml: {
    order: 'post',
    async handler(html) {
      const files = html.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
      const inline = `<style nonce="%CSP_NONCE%">${await styles()}</style>\n    <script>${script()}</script>`;
      return files
        .reduce((text, file) => text.replace(file, ''), html)
        .replace('<!--styles-->', () => inline)
        .replace('<!--files-->', () => files.join('\n    '))
        .replace(/^\s*\n/gm, '');
    },
  },
});

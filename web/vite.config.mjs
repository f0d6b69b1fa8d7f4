// How the web application is built and served while it is written. Vite's own JSX is enough: its React plugin would only add hot reloading.
import { fileURLToPath } from 'node:url';
import { firstPaint } from './page.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Preact in place of React: two thirds of the script, and half of the time until the first rows (bench/results.md). Types are those of React. */
const PREACT = [
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react\/(jsx-(?:dev-)?runtime)$/, replacement: 'preact/$1' },
];

/** @type {import('vite').InlineConfig} */
export const viteConfig = {
  configFile: false,
  root: folder,
  resolve: { alias: PREACT },
  // The service replaces the placeholder in each response: see src/api/web-app/page-policy.ts.
  plugins: [firstPaint()],
  html: { cspNonce: '%CSP_NONCE%' },
  build: {
    outDir: fileURLToPath(new URL('../dist/web', import.meta.url)),
    emptyOutDir: true,
    target: 'es2023',
    // Those that know light-dark() and popovers.
    cssTarget: ['chrome123', 'firefox125', 'safari17.5'],
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The licences ask that their texts go along.
    license: { fileName: 'licenses.md' },
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      // A text that a screen does not say is not in its code, whatever its file imports beside it.
      treeshake: { moduleSideEffects: [{ test: /\/web\/src\/messages\//, sideEffects: false }] },
      // "use client" means something to servers that render React; there is none here.
      onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log),
    },
  },
};

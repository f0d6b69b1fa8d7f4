// The styles of Mantine's components: those of the first screens are in the first file, in its order, and all others in a second one, which comes
// with the code of the first thing that is not in it (web/src/parts/later.tsx). Which are which is what the build finds in the first chunk.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const whole = require.resolve('@mantine/core/styles.layer.css');
const folder = join(dirname(whole), 'styles');
/** In a cascade layer: whatever comes first, what a component of ours says of its look wins over Mantine. */
const LAYERED = '.layer.css';

/** Of the names of `@mantine/core/styles`, in the order of the whole file: those that build on others come later. */
function inOrder() {
  const text = readFileSync(whole, 'utf8');
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(LAYERED))
    .map((name) => name.slice(0, -LAYERED.length));
  const placeOf = (name) =>
    text.indexOf(/\.m_[0-9a-f]+/.exec(readFileSync(join(folder, name + LAYERED), 'utf8'))?.[0] ?? '');
  return names
    .map((name) => [placeOf(name), name])
    .sort(([one], [other]) => one - other)
    .map(([, name]) => name);
}

const ALWAYS = /^(?:baseline|default-css-variables|default-css-variables-.*|global)$/;

/**
 * Plugin for `virtual:first-styles` and `virtual:other-styles`.
 * @param needed ids of the modules of the first chunk, to which the files of its styles are added; null while it is not known, and in development: all are first
 */
export const mantineStyles = (needed) => ({
  name: 'mantine-styles',
  resolveId: (id) => (/^virtual:(?:first|other)-styles$/.test(id) ? `\0${id}` : undefined),
  load(id) {
    if (id === '\0virtual:other-styles' && needed === null) return '';
    if (id === '\0virtual:first-styles' && needed === null) return `import '@mantine/core/styles.layer.css';`;
    if (!id.startsWith('\0virtual:')) return undefined;
    // A component brings `Name.module.mjs` (its classes) along.
    const used = new Set(
      [...needed].flatMap((one) => /\/@mantine\/core\/esm\/components\/.*?(\w+)\.module\.mjs$/.exec(one)?.[1] ?? []),
    );
    const isFirst = (name) => used.has(name) || ALWAYS.test(name);
    const wanted = inOrder().filter((name) => isFirst(name) === (id === '\0virtual:first-styles'));
    if (id === '\0virtual:first-styles') for (const name of wanted) needed.add(join(folder, name + LAYERED));
    return wanted.map((name) => `import '@mantine/core/styles/${name}${LAYERED}';`).join('\n');
  },
});

const INSERTED = 'document.head.appendChild(link)';

/**
 * Plugin: files of styles that come with code go behind the first one, which is in the body, and so win over it, as those of a component over those
 * that it is made of. Vite puts them into the head.
 */
export const stylesInOrder = () => ({
  name: 'styles-in-order',
  transform: {
    order: 'post',
    handler(code, id) {
      if (!id.includes('vite/preload-helper')) return undefined;
      if (!code.includes(INSERTED)) throw new Error('Vite inserts files of styles in another way (web/styles.mjs).');
      return code.replace(INSERTED, "document.getElementById('root').before(link)");
    },
  },
});

// Copies the icons that data/icons.tsv names from the package simple-icons to dist/icons.json, which src/software/icon/product-icons.ts reads.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const load = createRequire(import.meta.url);
const pathOf = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Rows of data/icons.tsv: the icon, the identity of a product, and the name that the product had when somebody looked at both. */
export const readTable = () =>
  readFileSync(pathOf('../data/icons.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));

/** Of services that carry messages and are no product of the table: web/src/notification/glyph.tsx. */
const SERVICES = ['googlechat', 'matrix', 'opsgenie', 'pagerduty'];

/** @returns the folder of the package, for the bill of materials */
export function writeIcons(file) {
  const known = new Map(Object.values(load('simple-icons')).map((icon) => [icon.slug, icon]));
  const products = {};
  const icons = {};
  for (const [slug, identity] of [...readTable(), ...SERVICES.map((name) => [name])]) {
    const icon = known.get(slug);
    if (icon === undefined) throw new Error(`simple-icons has no icon ${slug}: correct data/icons.tsv.`);
    if (identity) products[identity] = slug;
    icons[slug] = icon.path;
  }
  writeFileSync(file, JSON.stringify({ products, icons }));
  return pathOf('../node_modules/simple-icons');
}

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Links } from '../../api/endpoint/links';
import { tagOf } from '../../api/endpoint/etag';

export const INCLUDE_ICON = 'includeIcon';

/** What `web/icons.mjs` writes, of data/icons.tsv and the icons that it names. */
interface IconFile {
  /** Names of icons by the identity of the product. */
  products: Record<string, string>;
  /** Paths of SVG by the name of the icon. */
  icons: Record<string, string>;
}

export interface Icon {
  svg: string;
  tag: string;
}

const FILE = join(__dirname, '..', '..', '..', 'dist', 'icons.json');

let icons: { products: Map<string, string>; paths: Map<string, string> } | undefined;

/** Read when somebody first asks; without a build of the web application there are none. */
function read() {
  if (icons) return icons;
  const file = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as IconFile) : { products: {}, icons: {} };
  icons = { products: new Map(Object.entries(file.products)), paths: new Map(Object.entries(file.icons)) };
  return icons;
}

/** The address of the icon of the product with this identity; null if it has none. */
export function iconOf(identity: string, links: Links): string | null {
  const name = read().products.get(identity);
  return name === undefined ? null : links.icon(name);
}

/** An icon in one colour, black unless who shows it says otherwise. */
export function findIcon(name: string): Icon | undefined {
  const path = read().paths.get(name);
  if (path === undefined) return undefined;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="${path}"/></svg>\n`;
  return { svg, tag: tagOf(svg) };
}

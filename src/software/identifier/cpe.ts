/** A text of CPE 2.3 (NISTIR 7695) whose special characters have a backslash: without one, `*` and `?` would stand for any text. */
const TEXT = '(?:[^\\s\\p{C}*?:\\\\]|\\\\[^\\s\\p{C}])+';
const PRODUCT = new RegExp(`^([aho]:${TEXT}:${TEXT})(?::.*)?$`, 'u');

/**
 * The product of a CPE name, as `part:vendor:product`. Reads that itself, `cpe:a:nginx:nginx`, and whole names with their versions
 * (`cpe:2.3:a:nginx:nginx:1.30:…`, `cpe:/a:nginx:nginx:1.30`).
 * @returns null if it is none, or stands for any product
 */
export function readCpe(text: string): string | null {
  const name = text.toLowerCase();
  const bound = name.startsWith('cpe:/') ? boundOf(name.slice(5)) : name.replace(/^cpe:(2\.3:)?/, '');
  const product = bound === null ? undefined : PRODUCT.exec(bound)?.[1];
  // A `-` alone says that there is none.
  return product === undefined || /:-(:|$)/.test(product) ? null : product;
}

/** The percent-encoding of CPE 2.2 becomes the backslash of CPE 2.3. */
function boundOf(uri: string): string | null {
  try {
    return uri.replace(/(?:%[0-9a-f]{2})+/g, (encoded) => decodeURIComponent(encoded).replace(/[^\w.-]/g, '\\$&'));
  } catch {
    return null;
  }
}

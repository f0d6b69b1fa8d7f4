import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCS = join(__dirname, '..', '..', 'docs');

/**
 * Fails unless the part of a page of `docs` between `<!-- generated: name … -->` and `<!-- end of generated -->` is this one. With
 * `WRITE_DOCS=1` it is written.
 */
export function expectGenerated(page: string, name: string, text: string): void {
  const file = join(DOCS, page);
  const before = readFileSync(file, 'utf8');
  const [part, begin, now] =
    new RegExp(`(<!-- generated: ${name}[^\n]*-->\n)([^]*?)<!-- end of generated -->`).exec(before) ?? [];
  if (part === undefined) throw new Error(`${page} has no part <!-- generated: ${name} -->`);
  const wanted = `\n<!-- prettier-ignore -->\n${text.trim()}\n\n`;
  if (process.env.WRITE_DOCS === '1')
    writeFileSync(
      file,
      before.replace(part, () => `${begin}${wanted}<!-- end of generated -->`),
    );
  else expect({ hint: 'WRITE_DOCS=1 writes it', text: now }).toEqual({ hint: 'WRITE_DOCS=1 writes it', text: wanted });
}

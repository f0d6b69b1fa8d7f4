import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareVersions, explainVersion, SCHEME_NAMES, schemeFor, type SchemeName } from 'version-order';

const page = readFileSync(join(__dirname, '..', '..', '..', 'docs', 'policies-and-versions.md'), 'utf8');

function relation(scheme: SchemeName, a: string, b: string): string {
  const { valid } = schemeFor({ scheme });
  return valid(a) && valid(b) ? compareVersions({ scheme }, a, b) : '–';
}

const unquote = (cell: string) => cell.replace(/^`(.*)`$/, '$1');

describe('docs/policies-and-versions.md says what the service does', () => {
  const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const examples = rows.flatMap(([, a, sign, b]) =>
    a && b && sign && '<='.includes(sign) && !a.includes(' ? ') ? [[unquote(a), sign, unquote(b)]] : [],
  );
  let schemes: string[] = [];
  const disagreements = rows.flatMap(([, pair = '', ...cells]) => {
    if (pair === '' && cells.length > 1) schemes = cells.slice(0, -1);
    const [a, b] = pair.split(' ? ').map(unquote);
    return a && b ? [{ a, b, schemes, cells: cells.slice(0, -1) }] : [];
  });

  it.each(examples)('%s %s %s', (a, sign, b) => expect(relation('generic', a as string, b as string)).toBe(sign));

  it.each(disagreements)('$a ? $b: $cells', ({ a, b, schemes, cells }) => {
    expect(schemes.map((scheme) => relation(scheme as SchemeName, a, b))).toEqual(cells);
  });

  it('has tables to check', () => {
    expect(examples.length).toBeGreaterThan(10);
    expect(disagreements.length).toBeGreaterThan(10);
    expect(new Set(disagreements.flatMap((row) => row.schemes)).size).toBeGreaterThan(12);
  });

  it('names every scheme', () => {
    for (const scheme of SCHEME_NAMES) expect(page).toContain(`| \`${scheme}\` `);
  });

  it('shows what explain answers', () => {
    expect(page).toContain(JSON.stringify(explainVersion({ scheme: 'generic' }, 'v2.4.0-beta.3')));
  });
});

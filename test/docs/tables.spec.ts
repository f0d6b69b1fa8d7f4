import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { documentedTables } from '../../src/app/write-docs';

it('the tables of the documentation are those that `npm run docs:tables` writes', async () => {
  const pages = await documentedTables();
  for (const [path, page] of pages)
    expect([relative('', path), readFileSync(path, 'utf8')]).toEqual([relative('', path), page]);
  expect(pages.size).toBeGreaterThan(3);
});

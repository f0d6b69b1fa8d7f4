import { PageSize } from '../../src/update-check/page-evaluator';

test.each([
  ['a quick page keeps the size at its most', 250, 39, 250],
  ['a slow one makes the next one smaller', 250, 100, 100],
  ['one that waited for somebody else makes it as small as it gets', 250, 30_000, 50],
  ['a quick one makes it larger again', 50, 20, 100],
  ['one that took no time at all is no reason to divide by it', 50, 0, 250],
])('%s', (_what, size, took, next) => {
  const pages = new PageSize();
  pages.size = size;
  pages.note(took);
  expect(pages.size).toBe(next);
});

import { changedPart } from '../../web/src/parts/version-change';

it.each([
  ['1.29.4', '1.31.0', '1.', '31.0'],
  ['1.22.0', 'v1.27.2', 'v1.', '27.2'],
  ['v1.22.0', '1.27.2', '1.', '27.2'],
  ['V1.22.0', 'v1.27.2', 'v1.', '27.2'],
  ['1.0', '2.0', '', '2.0'],
  ['1.0', 'v1.0', '', 'v1.0'],
  ['vim-1', 'vim-2', 'vim-', '2'],
])('from %s to %s: what is strong', (from, to, same, changed) => {
  expect(changedPart(from, to)).toEqual([same, changed]);
});

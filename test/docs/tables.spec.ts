import { spawnSync } from 'node:child_process';

it('the tables of the documentation are those that `npm run docs:tables` writes', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/docs-tables.mjs', '--check'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

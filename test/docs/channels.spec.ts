import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');

describe('docs/channels', () => {
  it('has the settings, the commands and the bodies that `npm run docs:channels` writes', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/docs-channels.mjs', '--check'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('is of one page for each type, and of its pictures', () => {
    const folder = join(ROOT, 'docs', 'channels');
    const types = readdirSync(join(ROOT, 'src/notification/providers'))
      .filter((name) => name.endsWith('.channel.ts'))
      .map((name) => name.replace('.channel.ts', '.md'));
    const pages = readdirSync(folder).filter((name) => name.endsWith('.md'));
    expect(pages.sort()).toEqual(types.sort());
    const texts = pages.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
    for (const image of readdirSync(join(folder, 'images'))) expect(texts).toContain(`images/${image}`);
  });
});

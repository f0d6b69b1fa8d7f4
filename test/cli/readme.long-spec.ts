import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEmptyDatabase } from '../setup/database';
import { createStage, serve } from '../setup/process';

const ROOT = join(__dirname, '..', '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The code of a text, as somebody pastes it, from its first line to its last. */
const codeOf = (text: string) => [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, code]) => code).join('');

it("the README's session and the tour run from top to bottom on a new installation, and answer what they say", async () => {
  const section = read('README.md')
    .split(/^## /m)
    .find((part) => part.startsWith('A session\n'))!;
  const stage = await createStage({}, createEmptyDatabase());
  const { DATA_DIR } = stage.env;
  const server = await serve({ DATA_DIR: DATA_DIR!, PORT: '0', DEMO: 'true' });
  const session = codeOf(section) + codeOf(read('docs/tour.md'));
  const script = session
    .replace('http://127.0.0.1:3000', server.url)
    // What it calls in the end; it looks first whether something is to be built, which others may be using.
    .replace('npm run -s cli --', 'node dist/cli.js');
  expect(script).not.toBe(session);
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR };
  const { status, stdout, stderr } = spawnSync('sh', ['-e'], { input: script, cwd: ROOT, env, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(/^Token \S+ for demo[^\n]*\n$/) });
  const expected = [...session.matchAll(/^# (.*)$/gm)].map(([, line]) => line);
  expect(stdout.trimEnd().split('\n')).toEqual(expected);
  expect(expected.length).toBeGreaterThan(15);
  await server.stop();
  await stage.drop();
});

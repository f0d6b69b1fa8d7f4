import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp } from '../../setup/app';
import { product } from '../../setup/catalogue';
import { eventually } from '../../setup/eventually';
import { createStage, type Stage, start } from '../../setup/process';
import { count } from '../../setup/tracking';

/** More than a few transactions, so that a process can be killed between two of them. */
const PRODUCTS = 600;
const VERSIONS = Array.from({ length: 30 }, (_, minor) => `1.${minor}`);

describe('an import that is killed', () => {
  let folder: string;
  let whole: Stage;
  let killed: Stage;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'killed-'));
    [whole, killed] = [await createStage(), await createStage()];
  });

  afterAll(async () => {
    await Promise.all([whole, killed].map((stage) => stage.drop()));
    await rm(folder, { recursive: true });
  });

  async function exported(stage: Stage): Promise<string> {
    const file = join(folder, 'export.ndjson');
    expect((await stage.cli(['catalogue', 'export', file])).code).toBe(0);
    return readFile(file, 'utf8');
  }

  it('leaves whole products, and the same catalogue as one run once it was run to its end', async () => {
    const records = Array.from({ length: PRODUCTS }, (_, number) => product(`Product ${number}`, VERSIONS));
    const file = join(folder, 'catalogue.ndjson');
    await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    await whole.json(['catalogue', 'import', file]);

    const test = await startApp({ DATABASE_URL: killed.env.DATABASE_URL! });
    for (let there = 0, kill = 0; kill < 3; kill++) {
      const { child, finished } = start('cli', ['catalogue', 'import', file], killed.env);
      await eventually(async () => (await count(test, 'software')) > there);
      child.kill('SIGKILL');
      expect((await finished).code).toBeNull();
      // A server may still have a COMMIT to do that it was sent.
      await eventually(async () => {
        there = await count(test, 'software');
        expect(await count(test, 'version')).toBe(there * VERSIONS.length);
      });
      expect(there).toBeLessThan(PRODUCTS);
    }
    await test.close();
    await killed.json(['catalogue', 'import', file]);
    expect(await exported(killed)).toBe(await exported(whole));
  });
});

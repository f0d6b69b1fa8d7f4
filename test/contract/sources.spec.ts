import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { closeAll } from '../notification/providers/peers';
import { readStages } from '../source/sources/stage';
import { SOURCE_CHECKS } from './source-checks';
import { sceneOf } from './source-scene';

const stages = readStages();

afterEach(closeAll);

describe('the list of sources', () => {
  const folder = join(__dirname, '../../src/source/sources');
  const files = readdirSync(folder).filter((name) => name.endsWith('.source.ts'));

  test.each(files)('%s is in it, under its own name', (file) => {
    expect(readFileSync(join(folder, file), 'utf8')).toMatch(/^export class \w+Source\b/m);
    expect(Object.keys(stages)).toContain(file.replace('.source.ts', ''));
  });

  test('has no more than the files', async () => {
    const all: string[] = [];
    await sceneOf(stages.json!, (registry) => {
      all.push(...registry.all().map(({ type }) => type));
      return registry.get('json')!;
    });
    expect(all.map((type) => `${type}.source.ts`).sort()).toEqual(files.sort());
  });
});

describe.each(Object.keys(stages))('the source %s', (type) => {
  test.each(Object.entries(SOURCE_CHECKS))('%s', async (_what, check) => {
    const scene = await sceneOf(stages[type]!, (registry) => registry.get(type)!);
    expect(scene.source.type).toBe(type);
    await check(scene);
  });
});

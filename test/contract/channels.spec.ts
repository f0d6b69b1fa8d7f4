import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Test } from '@nestjs/testing';
import { OutgoingHttp } from '../../src/common/outgoing-http/outgoing-http';
import { byType } from '../../src/common/plugin/plugins';
import { Config } from '../../src/config/config';
import { StartError } from '../../src/config/start-error';
import { channelProviders } from '../../src/notification/providers';
import type { Channel } from '../../src/notification/providers/channel';
import { ChannelRegistry } from '../../src/notification/providers/channel-registry';
import { closeAll, config } from '../notification/providers/peers';
import { readStages, type Stage } from '../notification/providers/stage';
import { CHECKS } from './channel-checks';

const stages = readStages();

afterEach(async () => {
  jest.restoreAllMocks();
  await closeAll();
});

/** The channels as the application gets them: made by Nest out of the list. */
async function withRegistry<T>(
  environment: Partial<Config>,
  use: (registry: ChannelRegistry) => Promise<T> | T,
): Promise<T> {
  const module = await Test.createTestingModule({
    providers: [{ provide: Config, useValue: config(environment) }, OutgoingHttp, ...channelProviders],
  }).compile();
  try {
    return await use(module.get(ChannelRegistry));
  } finally {
    await module.close();
  }
}

/** One channel of the list with a receiver that listens. */
async function on<T>(type: string, use: (channel: Channel, stage: Stage) => Promise<T> | T): Promise<T> {
  const stage = await stages[type]!();
  return withRegistry(stage.environment ?? {}, (registry) => use(registry.get(type)!, stage));
}

describe('the list of channels', () => {
  const folder = join(__dirname, '../../src/notification/providers');
  const files = readdirSync(folder).filter((name) => name.endsWith('.channel.ts'));

  test.each(files)('%s is in it', async (file) => {
    const classes = [...readFileSync(join(folder, file), 'utf8').matchAll(/export class (\w+Channel)\b/g)].map(
      ([, name]) => name,
    );
    expect(classes).toHaveLength(1);
    expect(await withRegistry({}, (registry) => registry.all().map((one) => one.constructor.name))).toContain(
      classes[0],
    );
  });

  test('each of its channels has a file of its own, a stage in this test, and a type of its own', async () => {
    const types = await withRegistry({}, (registry) => registry.all().map(({ type }) => type));
    expect(types.sort()).toEqual(Object.keys(stages).sort());
    for (const type of types) expect(files).toContain(`${type}.channel.ts`);
  });

  test.each(Object.keys(stages))('%s has the page that `GET /channel-type` leads to', (type) => {
    const page = readFileSync(join(__dirname, '../../docs/channels', `${type}.md`), 'utf8');
    expect(page).toMatch(/^# .+\n\n[^#]+\n\n## Set it up\n/);
  });

  test('two channels of one type, and a type that nobody has, are noticed', async () => {
    await withRegistry({}, (registry) => {
      expect(registry.get('pigeon')).toBeUndefined();
      const [first] = registry.all();
      expect(() => byType('notification channel', [first!, first!])).toThrow(StartError);
    });
  });
});

describe.each(Object.keys(stages))('the channel %s', (type) => {
  test.each(Object.entries(CHECKS))('%s', (_what, check) => on(type, check));
});

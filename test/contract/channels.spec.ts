import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Test } from '@nestjs/testing';
import fc from 'fast-check';
import { OutgoingHttp } from '../../src/common/outgoing-http/outgoing-http';
import { Config } from '../../src/config/config';
import { CHANNEL_CLASSES, channelProviders } from '../../src/notification/channels';
import type { Channel } from '../../src/notification/channels/channel';
import { ChannelRegistry } from '../../src/notification/channels/channel-registry';
import { type Message, testMessage } from '../../src/notification/channels/message';
import { secretFields, settingsOf, settingsSchema } from '../../src/common/settings/setting';
import { acceptSettings, maskSettings, SettingsError } from '../../src/common/settings/settings';
import {
  closeAll,
  config,
  DELIVERY_ID,
  digest,
  disabledMessage,
  failingMessage,
  hostileMessage,
  message,
} from '../channels/peers';
import { readStages, type Stage } from '../channels/stage';

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

function send(channel: Channel, stage: Stage, content: Message = message(), attempt = 1) {
  const { settings } = acceptSettings(channel, stage.settings);
  return channel.send({ id: DELIVERY_ID, attempt, settings, message: content });
}

describe('the list of channels', () => {
  const folder = join(__dirname, '../../src/notification/channels');
  const files = readdirSync(folder).filter((name) => name.endsWith('.channel.ts'));

  test.each(files)('%s is in it', (file) => {
    const classes = [...readFileSync(join(folder, file), 'utf8').matchAll(/export class (\w+Channel)\b/g)].map(
      ([, name]) => name,
    );
    expect(classes).toHaveLength(1);
    expect(CHANNEL_CLASSES.map(({ name }) => name)).toContain(classes[0]);
  });

  test('each of its channels has a file of its own, a stage in this test, and a type of its own', async () => {
    expect(files).toHaveLength(CHANNEL_CLASSES.length);
    const types = await withRegistry({}, (registry) => registry.all().map(({ type }) => type));
    expect(types.sort()).toEqual(Object.keys(stages).sort());
    for (const type of types) expect(files).toContain(`${type}.channel.ts`);
  });

  test('two channels of one type, and a type that nobody has, are noticed', async () => {
    await withRegistry({}, (registry) => {
      expect(registry.get('pigeon')).toBeUndefined();
      expect(() => new ChannelRegistry([registry.all()[0]!, registry.all()[0]!])).toThrow();
    });
  });
});

describe.each(Object.keys(stages))('the channel %s', (type) => {
  test('says what it is', () =>
    on(type, (channel) => {
      expect(channel.type).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(channel.title.length).toBeGreaterThan(2);
      expect(['http', 'email']).toContain(channel.retryProfile);
    }));

  test('has settings from which a form can be drawn', () =>
    on(type, ({ settingsClass }) => {
      const schema = settingsSchema(settingsClass);
      expect(schema).toMatchObject({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        additionalProperties: false,
      });
      for (const [name, options] of settingsOf(settingsClass)) {
        const property = (schema.properties as Record<string, Record<string, unknown>>)[name]!;
        const list = options.format === 'urls';
        const text = (list ? property.items : property) as Record<string, unknown>;
        expect(property).toMatchObject({
          type: list ? 'array' : 'string',
          title: expect.any(String) as string,
          description: expect.stringMatching(/\.$/) as string,
        });
        expect(text).toMatchObject({ type: 'string', maxLength: options.maxLength });
        expect(property.writeOnly).toBe(options.secret ? true : undefined);
        expect((schema.required as string[]).includes(name)).toBe(!options.optional);
        for (const example of [(property.examples ?? []) as (string | string[])[]].flat(2))
          expect(example).toMatch(new RegExp((text.pattern as string | undefined) ?? '.'));
      }
    }));

  test('accepts its own examples, and nothing that it does not know', () =>
    on(type, (channel) => {
      const examples = Object.fromEntries(
        [...settingsOf(channel.settingsClass)].map(([name, { examples = [] }]) => [name, examples[0]]),
      );
      expect(acceptSettings(channel, examples).settings).toMatchObject(examples);
      expect(() => acceptSettings(channel, { ...examples, surplus: 1 })).toThrow(SettingsError);
      expect(() => acceptSettings(channel, 'text')).toThrow(SettingsError);
    }));

  test('takes no address of a server below which nothing can be', () =>
    on(type, (channel, { settings }) => {
      if (!settingsOf(channel.settingsClass).has('server')) return;
      expect(() => acceptSettings(channel, { ...settings, server: 'https://receiver.example/?a=b' })).toThrow(
        'server must not hold a query (?)',
      );
    }));

  test('every setting that sounds like a secret is marked, and none is shown', () =>
    on(type, (channel, stage) => {
      const secrets = secretFields(channel.settingsClass);
      for (const name of settingsOf(channel.settingsClass).keys())
        if (/secret|token|password|key/i.test(name)) expect(secrets).toContain(name);
      const shown = maskSettings(channel.settingsClass, stage.settings);
      for (const name of secrets) {
        expect(shown[name]).toMatch(/^••••.{0,4}$/);
        expect(maskSettings(channel.settingsClass, { [name]: 'short' })[name]).toBe('••••');
      }
    }));

  test('delivers', () =>
    on(type, async (channel, stage) => {
      expect((await send(channel, stage)).kind).toBe('ok');
      expect((await send(channel, stage, testMessage('2026-11-21T03:00:00Z'))).kind).toBe('ok');
      expect(stage.received()).toHaveLength(2);
      expect(stage.received()[0]?.texts.join(' ')).toContain('143.0');
    }));

  test.each([1, 12, 10_000])('delivers a digest of %i', (total) =>
    on(type, async (channel, stage) => {
      expect(await send(channel, stage, digest(total))).toMatchObject({ kind: 'ok' });
      expect(stage.received()).toHaveLength(1);
      const text = stage.received()[0]!.texts.join(' ');
      expect(text).toContain('Firefox 0');
    }),
  );

  test('delivers the notice about another channel', () =>
    on(type, async (channel, stage) => {
      expect(await send(channel, stage, disabledMessage())).toMatchObject({ kind: 'ok' });
      expect(stage.received()[0]!.texts.join(' ')).toContain('Team hook');
    }));

  test.each([1, 240])('delivers the message of %i failing sources', (total) =>
    on(type, async (channel, stage) => {
      expect(await send(channel, stage, failingMessage(total))).toMatchObject({ kind: 'ok' });
      expect(stage.received()[0]!.texts.join(' ')).toContain('fail');
    }),
  );

  test('delivers whatever names and versions there are', () =>
    on(type, async (channel, stage) => {
      const text = fc.string({ unit: 'binary', maxLength: 400 });
      for (const [name, label] of fc.sample(fc.tuple(text, text), 40)) {
        const version = { id: 'x', version: label, created_at: '2026-11-20T10:00:00.000000Z' };
        const values = { software: { id: 'x', name, url: null }, version, versions: [version] };
        for (const content of [message(values), digest(30, values)])
          expect([name, await send(channel, stage, content)]).toMatchObject([name, { kind: 'ok' }]);
      }
    }));

  test('makes of each answer of the provider what it means', () =>
    on(type, async (channel, stage) => {
      for (const [name, answer, outcome] of stage.answers ?? []) {
        stage.answer!(answer);
        expect([name, await send(channel, stage)]).toMatchObject([name, outcome]);
      }
    }));

  test('keeps its key on every attempt', () =>
    on(type, async (channel, stage) => {
      for (const attempt of [1, 2, 3]) await send(channel, stage, message(), attempt);
      const keys = stage.received().map(({ key }) => key);
      expect(keys).toHaveLength(3);
      expect(new Set(keys).size).toBe(1);
      if (stage.keyed !== false) expect(keys[0]).toContain(DELIVERY_ID);
    }));

  test('makes hostile content harmless', () =>
    on(type, async (channel, stage) => {
      expect((await send(channel, stage, hostileMessage())).kind).toBe('ok');
      const [{ texts } = { texts: [] }] = stage.received();
      expect(texts.join('').length).toBeLessThan(25_000);
      for (const text of texts) {
        expect(text).not.toMatch(/[\u0000\u202E\p{Cs}]|javascript:|data:text|^\/\/evil|a:b@/u);
        expect(text.split('\n').some((line) => /^bcc:/i.test(line))).toBe(false);
      }
    }));

  test('tells a refusal for now from one for good, without a secret in its words', () =>
    on(type, async (channel, stage) => {
      if (stage.refuse === null) return;
      stage.refuse('now');
      const now = await send(channel, stage);
      stage.refuse('for good');
      const forGood = await send(channel, stage);
      expect([now.kind, forGood.kind]).toEqual(['retry', 'dead']);
      for (const outcome of [now, forGood]) {
        expect(outcome.reason?.length).toBeGreaterThan(5);
        expect(JSON.stringify(outcome)).not.toContain('canary');
      }
    }));
});

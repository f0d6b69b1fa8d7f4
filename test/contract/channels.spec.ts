import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { OutgoingHttp } from '../../src/common/outgoing-http/outgoing-http';
import { Config } from '../../src/config/config';
import { CHANNEL_CLASSES, channelProviders } from '../../src/notification/channels';
import type { Channel } from '../../src/notification/channels/channel';
import { ChannelRegistry } from '../../src/notification/channels/channel-registry';
import { type Message, testMessage } from '../../src/notification/channels/message';
import { secretFields, settingsOf, settingsSchema } from '../../src/notification/channels/setting';
import { acceptSettings, maskSettings, SettingsError } from '../../src/notification/channels/settings';
import {
  closeAll,
  config,
  DELIVERY_ID,
  hostileMessage,
  httpReceiver,
  message,
  smtpReceiver,
  smtpVerdict,
} from '../channels/peers';

/** How this test looks at one type of channel from outside. A new channel brings its own. */
interface Stage {
  settings: Record<string, string>;
  environment?: Partial<Config>;
  /** What arrived: the key by which the receiver knows a repeated message, and every text as it was received. */
  received: () => { key: string; texts: string[] }[];
  /** Makes the receiver refuse for now or for good; null for a channel that nobody can refuse. */
  refuse: ((how: 'now' | 'for good') => void) | null;
}

const stages: Record<string, () => Promise<Stage>> = {
  email: async () => {
    let verdict: Error | null = null;
    const relay = await smtpReceiver({ onRcptTo: (_address, _session, done) => done(verdict) });
    return {
      settings: { address: 'user@example.net' },
      environment: { smtpUrl: relay.url },
      received: () =>
        relay.mails.map(({ raw, parsed }) => ({
          key: parsed.messageId ?? '',
          texts: [
            raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n/g, ' '),
            parsed.subject ?? '',
            String(parsed.html),
          ],
        })),
      refuse: (how) => (verdict = smtpVerdict(how === 'now' ? 451 : 550)),
    };
  },
  webhook: async () => {
    const receiver = await httpReceiver();
    return {
      settings: { url: `${receiver.url}/canary-path`, secret: 'whsec_canaryMfKQ9r8GKYqrTwjUPD8ILPZIo2' },
      received: () =>
        receiver.requests.map(({ headers, body }) => ({
          key: String(headers['webhook-id']),
          texts: stringsIn(JSON.parse(body)),
        })),
      refuse: (how) => (receiver.respond = () => [how === 'now' ? 503 : 400]),
    };
  },
  log: () => {
    const lines: Record<string, unknown>[] = [];
    jest.spyOn(Logger.prototype, 'log').mockImplementation((line: Record<string, unknown>) => void lines.push(line));
    // Nest logs too while it starts.
    const received = () =>
      lines
        .filter((line) => typeof line === 'object')
        .map((line) => ({ key: String(line.delivery), texts: stringsIn(line) }));
    return Promise.resolve({ settings: {}, received, refuse: null });
  },
};

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

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
        expect(property).toMatchObject({
          type: 'string',
          title: expect.any(String) as string,
          description: expect.stringMatching(/\.$/) as string,
        });
        expect(property.maxLength).toBeGreaterThan(0);
        expect(property.writeOnly).toBe(options.secret ? true : undefined);
        expect((schema.required as string[]).includes(name)).toBe(!options.optional);
        for (const example of (property.examples ?? []) as string[])
          expect(example).toMatch(new RegExp((property.pattern as string | undefined) ?? '.'));
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

  test('keeps its key on every attempt', () =>
    on(type, async (channel, stage) => {
      for (const attempt of [1, 2, 3]) await send(channel, stage, message(), attempt);
      const keys = stage.received().map(({ key }) => key);
      expect(keys).toHaveLength(3);
      expect(new Set(keys).size).toBe(1);
      expect(keys[0]).toContain(DELIVERY_ID);
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

import fc from 'fast-check';
import { secretFields, settingsOf, settingsSchema } from '../../src/common/settings/setting';
import { acceptSettings, maskSettings, SettingsError } from '../../src/common/settings/settings';
import { type Channel, CHANNEL_CATEGORIES } from '../../src/notification/providers/channel';
import { type Message, testMessage } from '../../src/notification/rendering/message';
import {
  DELIVERY_ID,
  digest,
  disabledMessage,
  failingMessage,
  hostileMessage,
  message,
  EXPLOITED,
  riskAlert,
  riskMessage,
  supportAlert,
  supportMessage,
  updateRisk,
  vulnerabilities,
  vulnerability,
} from '../notification/providers/peers';
import type { Stage } from '../notification/providers/stage';
import { keysTellMessagesApart, keyStays } from './key-checks';
import { connectsByOutgoingHttp, repeatsNothing } from './exchange-checks';
import { markupIsInert } from './markup-checks';
import { credentialsAreSecret, secretsAreMarked } from './secret-checks';
import { leaksOf } from './leaks';
import { must } from './must';
import { send } from './send';

/** One question of the contract. It gets a new stage each time, and fails by a failing expectation. */
export type Check = (channel: Channel, stage: Stage) => Promise<void> | void;

const OTHER_ID = '90000000-0000-4000-8000-0000deadbeef';

const IN_USE_WORDS = 'prod 142.0.1, stage 142.0.3 and 3 more';

/** @throws Error when the receiver of the stage took it, and the channel does not say so */
async function mustSend(channel: Channel, stage: Stage, content: Message): Promise<void> {
  const { kind, reason } = await send(channel, stage, content);
  must(`What the receiver took must be \`ok\`: a message of the kind ${content.kind} was not`, () =>
    expect({ kind, reason }).toMatchObject({ kind: 'ok' }),
  );
}

const mustSay = (texts = '', part: string): void =>
  must(`What arrives must say "${part}"`, () => expect(texts).toContain(part));

/** What every channel has to answer, by a sentence that says what holds. */
export const CHECKS: Record<string, Check> = {
  'says what it is': (channel) => {
    must('`type` must be words of small letters with hyphens', () =>
      expect(channel.type).toMatch(/^[a-z]+(-[a-z]+)*$/),
    );
    must('`title` must be a name for people', () => expect(channel.title.length).toBeGreaterThan(2));
    must('`category` must be one of the groups', () => expect(CHANNEL_CATEGORIES).toContain(channel.category));
    must('`description` must be one sentence of 17 to 102 characters, with a capital letter and a full stop', () =>
      expect(channel.description).toMatch(/^\p{Lu}.{15,100}\.$/u),
    );
    must('`retryProfile` must be http', () => expect(['http', 'email']).toContain(channel.retryProfile));
  },

  'has settings from which a form can be drawn': ({ settingsClass }) => {
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
  },

  'accepts its own examples, and nothing that it does not know': (channel) => {
    const examples = Object.fromEntries(
      [...settingsOf(channel.settingsClass)].map(([name, { examples = [] }]) => [name, examples[0]]),
    );
    expect(acceptSettings(channel, examples).settings).toMatchObject(examples);
    expect(() => acceptSettings(channel, { ...examples, surplus: 1 })).toThrow(SettingsError);
    expect(() => acceptSettings(channel, 'text')).toThrow(SettingsError);
  },

  'takes no address of a server below which nothing can be': (channel, { settings }) => {
    if (!settingsOf(channel.settingsClass).has('server')) return;
    expect(() => acceptSettings(channel, { ...settings, server: 'https://receiver.example/?a=b' })).toThrow(
      'server must not hold a query (?)',
    );
  },

  'marks every setting that is a secret by its name, its words or its use': async (channel, stage) => {
    secretsAreMarked(channel, stage);
    await credentialsAreSecret(channel, stage);
  },

  'shows no secret': (channel, stage) => {
    const shown = maskSettings(channel.settingsClass, stage.settings);
    for (const name of secretFields(channel.settingsClass)) {
      if (name in stage.settings) expect(shown[name]).toMatch(/^••••.{0,4}$/);
      expect(maskSettings(channel.settingsClass, { [name]: 'short' })[name]).toBe('••••');
    }
  },

  delivers: async (channel, stage) => {
    for (const content of [message(), testMessage('2026-11-21T03:00:00Z')]) await mustSend(channel, stage, content);
    must('Of two messages, two must arrive', () => expect(stage.received()).toHaveLength(2));
    must('The new version must be in the message', () =>
      expect(stage.received()[0]?.texts.join(' ')).toContain('143.0'),
    );
  },

  'connects by OutgoingHttp only': connectsByOutgoingHttp,

  "repeats neither a secret nor the provider's answer, in its reason or in the log": repeatsNothing,

  ...Object.fromEntries(
    [1, 12, 10_000].map((total): [string, Check] => [
      `delivers a digest of ${total}`,
      async (channel, stage) => {
        await mustSend(channel, stage, digest(total));
        must('Of one message, one must arrive', () => expect(stage.received()).toHaveLength(1));
        mustSay(stage.received()[0]!.texts.join(' '), 'Firefox 0');
      },
    ]),
  ),

  'delivers the alert that support ends, and that it has ended': async (channel, stage) => {
    for (const days of [30, -1]) await mustSend(channel, stage, supportMessage({ days }));
    const [before, after] = stage.received().map(({ texts }) => texts.join(' '));
    for (const part of ['PostgreSQL', '14', '2026-11-12']) for (const texts of [before, after]) mustSay(texts, part);
    if (stage.forPrograms || channel.type === 'log') return;
    mustSay(before, 'security support ends 2026-11-12, in 30 days');
    mustSay(after, 'security support ended 2026-11-12');
  },

  'delivers what an update fixes, first of all, and that it is exploited': async (channel, stage) => {
    const risk = updateRisk({
      fixed: vulnerabilities({ critical: 1, high: 1 }, 1),
      remaining: vulnerabilities({ low: 7 }),
    });
    await mustSend(channel, stage, message({ risk }));
    const texts = stage.received()[0]!.texts.join(' ');
    for (const part of ['CVE-2026-1001', 'CVE-2026-1002']) mustSay(texts, part);
    if (stage.forPrograms || channel.type === 'log') return;
    for (const part of ['2 vulnerabilities', 'critical, known to be exploited', '7 vulnerabilities', '7 low'])
      mustSay(texts, part);
    expect(texts).not.toContain('New in it');
  },

  'delivers the alerts that vulnerabilities were found, and that one is exploited': async (channel, stage) => {
    const ids = ['CVE-2026-42533', 'CVE-2026-42534'] as const;
    const exploited = riskMessage([vulnerability(ids[0], { exploited: EXPLOITED }), vulnerability(ids[1])]);
    for (const content of [riskMessage(), exploited]) await mustSend(channel, stage, content);
    const [found, known] = stage.received().map(({ texts }) => texts.join(' '));
    for (const part of ['nginx', '1.30.0', ...ids]) for (const texts of [found, known]) mustSay(texts, part);
    if (stage.forPrograms || channel.type === 'log') return;
    for (const part of ['2 critical vulnerabilities', 'fixed in 1.30.2', 'Request smuggling', 'EPSS 9 %', '1.30.4'])
      mustSay(found, part);
    mustSay(known, 'CVE-2026-42533 in nginx 1.30.0, which you use, is known to be exploited');
    mustSay(known, 'CISA since 2026-11-20');
  },

  'delivers the alert of many vulnerabilities': async (channel, stage) => {
    const many = Array.from({ length: 100 }, (_, index) =>
      vulnerability(`CVE-2026-${5000 + index}`, { summary: 'long '.repeat(200) }),
    );
    await mustSend(channel, stage, riskMessage(many, { total: 150 }));
    mustSay(stage.received()[0]!.texts.join(' '), 'CVE-2026-5000');
  },

  'delivers a digest of alerts, and of alerts and updates': async (channel, stage) => {
    const found = riskAlert([vulnerability('CVE-2026-42533')]);
    const alerts = [found, supportAlert({ days: -1 }), supportAlert({ cycle: '15', endsOn: '2027-11-11', days: 81 })];
    for (const total of [0, 3]) await mustSend(channel, stage, { ...digest(total), alerts });
    const [only, mixed] = stage.received().map(({ texts }) => texts.join(' '));
    for (const texts of [only, mixed])
      for (const part of ['CVE-2026-42533', 'PostgreSQL', '2026-11-12', '2027-11-11']) mustSay(texts, part);
    expect(only).not.toContain('Firefox');
    mustSay(mixed, 'Firefox 0');
  },

  'says where a product is in use, at which versions': async (channel, stage) => {
    const places = [
      { place: 'prod', version: '142.0.1', inventories: 2 },
      { place: 'stage', version: '142.0.3', inventories: 1 },
    ];
    const inUse = { places, more: 3 };
    const contents = [
      message({ inUse }),
      digest(2, { inUse }),
      supportMessage({}, { inUse }),
      riskMessage(undefined, { inUse }),
    ];
    for (const content of contents) {
      const before = stage.received().length;
      await mustSend(channel, stage, content);
      const [{ texts } = { texts: [] }] = stage.received().slice(before);
      // The webhook has them as data.
      const said = channel.type === 'webhook' ? ['prod', '142.0.1', 'stage', '142.0.3'] : [IN_USE_WORDS];
      for (const part of said)
        expect([content.kind, texts.join(' ')]).toEqual([content.kind, expect.stringContaining(part) as string]);
    }
  },

  'delivers the notice about another channel': async (channel, stage) => {
    await mustSend(channel, stage, disabledMessage());
    mustSay(stage.received()[0]!.texts.join(' '), 'Team hook');
  },

  ...Object.fromEntries(
    [1, 240].map((total): [string, Check] => [
      `delivers the message of ${total} failing sources`,
      async (channel, stage) => {
        await mustSend(channel, stage, failingMessage(total));
        mustSay(stage.received()[0]!.texts.join(' '), 'fail');
      },
    ]),
  ),

  'delivers whatever names and versions there are': async (channel, stage) => {
    const text = fc.string({ unit: 'binary', maxLength: 400 });
    for (const [name, label] of fc.sample(fc.tuple(text, text), 20)) {
      const version = { id: 'x', version: label, created_at: '2026-11-20T10:00:00.000000Z' };
      const inUse = { places: [{ place: name, version: label, inventories: 1 }], more: 0 };
      const values = { software: { id: 'x', name, url: null }, version, versions: [version], inUse };
      const facts = { cycle: label, latest: label, next: { cycle: label, until: null } };
      const alert = { software: values.software, trackedVersion: version };
      const found = vulnerability('CVE-2026-42533', { summary: name, fixedIn: label });
      const risks = riskMessage([found], { ...alert, update: version, databases: [name] });
      for (const content of [message(values), digest(30, values), supportMessage(facts, alert), risks])
        expect([name, await send(channel, stage, content)]).toMatchObject([name, { kind: 'ok' }]);
    }
  },

  'makes of each answer of the provider what it means': async (channel, stage) => {
    for (const [name, answer, outcome] of stage.answers ?? []) {
      stage.answer!(answer);
      expect([name, await send(channel, stage)]).toMatchObject([name, outcome]);
    }
  },

  'keeps its key on every attempt': (channel, stage) => keyStays(channel, stage, DELIVERY_ID),

  'has a key of its own for each message, of whatever kind': (channel, stage) =>
    keysTellMessagesApart(channel, stage, [DELIVERY_ID, OTHER_ID]),

  'shows names and versions as they are, and obeys no markup or mention in them': markupIsInert,

  'makes hostile content harmless': async (channel, stage) => {
    await mustSend(channel, stage, hostileMessage());
    const [{ texts } = { texts: [] }] = stage.received();
    expect(texts.join('').length).toBeLessThan(25_000);
    for (const text of texts) {
      expect(text).not.toMatch(/[\u0000\u202E\p{Cs}]|javascript:|data:text|^\/\/evil|a:b@/u);
      expect(text.split('\n').some((line) => /^bcc:/i.test(line))).toBe(false);
    }
  },

  'leads people to the web application, and programs to the API': async (channel, stage) => {
    const page = 'https://tracker.example/software/2';
    const messages = [
      message({ page, links: {} }),
      { ...digest(12), page },
      { ...disabledMessage(), page },
      supportMessage({}, { page }),
      riskMessage(undefined, { page }),
    ];
    for (const content of messages) await mustSend(channel, stage, content);
    for (const { texts } of stage.received()) if (stage.forPrograms) expect(texts.join('\n')).not.toContain(page);
  },

  'leads people to no address of the API': async (channel, stage) => {
    if (stage.forPrograms || channel.type === 'log') return;
    const self = { self: 'https://tracker.example/api/v1/channel/8' };
    const messages: Message[] = [
      message({}, self),
      { ...digest(12), links: self },
      { ...disabledMessage(), links: self },
      { ...supportMessage(), links: self },
      { ...riskMessage(), links: self },
      testMessage('2026-11-21T03:00:00Z', self),
    ];
    for (const content of messages) await mustSend(channel, stage, content);
    for (const { texts } of stage.received()) expect(texts.join('\n')).not.toContain('tracker.example/api/');
  },

  'tells a refusal for now from one for good, without a secret in its words': async (channel, stage) => {
    if (stage.refuse === null) return;
    stage.refuse('now');
    const now = await send(channel, stage);
    stage.refuse('for good');
    const forGood = await send(channel, stage);
    const leaksIn = leaksOf(channel.settingsClass, stage.settings, stage.environment);
    must('A refusal for now must be `retry`, and one for good `dead`', () =>
      expect([now.kind, forGood.kind]).toEqual(['retry', 'dead']),
    );
    for (const outcome of [now, forGood]) {
      must('The reason of a refusal must be a sentence', () => expect(outcome.reason?.length).toBeGreaterThan(5));
      must('The outcome of a refusal must have no secret in it', () =>
        expect(leaksIn(JSON.stringify(outcome))).toEqual([]),
      );
    }
  },
};

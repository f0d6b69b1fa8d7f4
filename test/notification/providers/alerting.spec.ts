import fc from 'fast-check';
import { OutgoingHttp } from '../../../src/common/outgoing-http/outgoing-http';
import type { Config } from '../../../src/config/config';
import { AlertmanagerChannel } from '../../../src/notification/providers/alertmanager.channel';
import { AppriseChannel } from '../../../src/notification/providers/apprise.channel';
import type { Channel } from '../../../src/notification/providers/channel';
import { GotifyChannel } from '../../../src/notification/providers/gotify.channel';
import { authorizationOf } from '../../../src/notification/providers/http-authorization';
import { incidentKey } from '../../../src/notification/providers/incident-key';
import { inertText } from '../../../src/notification/rendering/inert-text';
import { JiraServiceManagementChannel } from '../../../src/notification/providers/jira-service-management.channel';
import { testMessage } from '../../../src/notification/rendering/message';
import { NtfyChannel } from '../../../src/notification/providers/ntfy.channel';
import { OpsgenieChannel } from '../../../src/notification/providers/opsgenie.channel';
import { PagerdutyChannel } from '../../../src/notification/providers/pagerduty.channel';
import { PushoverChannel } from '../../../src/notification/providers/pushover.channel';
import { acceptSettings, SettingsError } from '../../../src/common/settings/settings';
import { SplunkOnCallChannel } from '../../../src/notification/providers/splunk-on-call.channel';
import { alertmanagerProvider } from './alertmanager.stage';
import { appriseProvider } from './apprise.stage';
import { pagerdutyProvider } from './pagerduty.stage';
import {
  type Answer,
  closeAll,
  closers,
  config,
  DELIVERY_ID,
  digest,
  httpReceiver,
  message,
  update,
  type ReceivedRequest,
} from './peers';
import { readStages, type Stage } from './stage';

afterEach(async () => {
  jest.restoreAllMocks();
  await closeAll();
});

function outgoing(values: Partial<Config> = {}): OutgoingHttp {
  const http = new OutgoingHttp(config(values));
  closers.push(() => http.onModuleDestroy());
  return http;
}

function send(channel: Channel, settings: object, content = message()) {
  const accepted = acceptSettings(channel, settings);
  return channel.send({ id: DELIVERY_ID, attempt: 1, settings: accepted.settings, message: content });
}

/** What one message becomes: the only request, its body read. */
async function sent(make: (http: OutgoingHttp) => Channel, settings: (url: string) => object, content = message()) {
  const receiver = await httpReceiver();
  receiver.respond = () => [200];
  expect((await send(make(outgoing()), settings(receiver.url), content)).kind).toBe('ok');
  expect(receiver.requests).toHaveLength(1);
  const [request] = receiver.requests as [ReceivedRequest];
  return { ...request, body: JSON.parse(request.body) as Record<string, unknown> };
}

const TEXT = `A major update of Firefox is available.

New version: 143.0
You use: 142.0.1
Released: 20 November 2026
Publisher: Mozilla
Last checked: 21 November 2026

Also new: 142.0.3, 142.0.2
`;
const FOOTER = 'You get this because you follow Firefox.';
const ADDRESSES = `Release notes: https://firefox.example/releases
Website: https://firefox.example/`;
const SUBJECT = 'Firefox 143.0 is out (you use 142.0.1)';
const FIREFOX = '20000000-0000-4000-8000-000000000000';
const KEY = incidentKey(DELIVERY_ID, message());

describe('the request of', () => {
  test('ntfy', async () => {
    const { path, headers, body } = await sent(
      (http) => new NtfyChannel(http),
      (server) => ({ topic: 'updates', server, username: 'phil', password: 'päss' }),
    );
    expect([path, headers.authorization]).toEqual(['/', `Basic ${Buffer.from('phil:päss').toString('base64')}`]);
    expect(body).toEqual({
      topic: 'updates',
      title: SUBJECT,
      message: `${TEXT}\n${FOOTER}`,
      tags: ['package'],
      priority: 4,
      click: 'https://firefox.example/releases',
      actions: [
        { action: 'view', label: 'Release notes', url: 'https://firefox.example/releases' },
        { action: 'view', label: 'Website', url: 'https://firefox.example/' },
      ],
      sequence_id: DELIVERY_ID,
    });
  });

  test('Gotify', async () => {
    const { path, headers, body } = await sent(
      (http) => new GotifyChannel(http),
      (server) => ({ server: `${server}/push`, token: 'A.b' }),
    );
    expect([path, headers['x-gotify-key']]).toEqual(['/push/message', 'A.b']);
    expect(body).toEqual({
      title: SUBJECT,
      message: `${TEXT}\n${FOOTER} · Ref. 8a963ab9\n\n${ADDRESSES}`,
      priority: 7,
      extras: {
        'client::display': { contentType: 'text/plain' },
        'client::notification': { click: { url: 'https://firefox.example/releases' } },
      },
    });
  });

  test('Pushover', async () => {
    const key = 'x'.repeat(30);
    const { path, body } = await sent(
      (http) => new PushoverChannel(http),
      (server) => ({ token: key, user_key: key, server }),
    );
    expect(path).toBe('/1/messages.json');
    expect(body).toEqual({
      token: key,
      user: key,
      title: SUBJECT,
      message: `${TEXT}\n${FOOTER} · Ref. 8a963ab9`,
      url: 'https://firefox.example/releases',
      url_title: 'Release notes',
      timestamp: 1_795_230_000,
    });
  });

  const DETAILS = {
    About: 'A major update of Firefox is available.',
    'New version': '143.0',
    'You use': '142.0.1',
    Released: '20 November 2026',
    Publisher: 'Mozilla',
    'Last checked': '21 November 2026',
    'Also new': '142.0.3, 142.0.2',
    Why: FOOTER,
    Delivery: DELIVERY_ID,
  };
  const CHANGE = {
    routing_key: 'x'.repeat(32),
    payload: {
      summary: SUBJECT,
      timestamp: '2026-11-21T03:00:00.000Z',
      source: 'software-update-tracker',
      custom_details: DETAILS,
    },
    links: [
      { href: 'https://firefox.example/releases', text: 'Release notes' },
      { href: 'https://firefox.example/', text: 'Website' },
    ],
  };

  test('PagerDuty, as a change and as an alert', async () => {
    const settings = (event?: string) => (server: string) => ({
      routing_key: 'x'.repeat(32),
      server,
      ...(event ? { event } : {}),
    });
    const change = await sent((http) => new PagerdutyChannel(http), settings());
    expect([change.path, change.body]).toEqual(['/v2/change/enqueue', CHANGE]);
    const alert = await sent((http) => new PagerdutyChannel(http), settings('alert'));
    expect([alert.path, alert.body]).toEqual([
      '/v2/enqueue',
      {
        ...CHANGE,
        payload: { ...CHANGE.payload, severity: 'warning' },
        event_action: 'trigger',
        dedup_key: KEY,
        client: 'Software update tracker',
      },
    ]);
  });

  test('Jira Service Management', async () => {
    const { path, headers, body } = await sent(
      (http) => new JiraServiceManagementChannel(http),
      (server) => ({ api_key: 'k-1', server: `${server}/jsm/ops/integration` }),
    );
    expect([path, headers.authorization]).toEqual(['/jsm/ops/integration/v2/alerts', 'GenieKey k-1']);
    expect(body).toEqual({
      message: SUBJECT,
      alias: KEY,
      description: `Firefox 143.0 is out\n\n${TEXT}\n${FOOTER}\n\n${ADDRESSES}`,
      tags: ['software-update', 'major'],
      priority: 'P5',
      source: 'Software update tracker',
      details: { delivery: DELIVERY_ID },
    });
  });

  test('Splunk On-Call', async () => {
    const { path, body } = await sent(
      (http) => new SplunkOnCallChannel(http),
      (server) => ({ api_key: 'k-1', routing_key: 'team', server }),
    );
    expect(path).toBe('/integrations/generic/20131114/alert/k-1/team');
    expect(body).toEqual({
      message_type: 'INFO',
      entity_id: KEY,
      entity_display_name: SUBJECT,
      state_message: `Firefox 143.0 is out\n\n${TEXT}\n${FOOTER} · Ref. 8a963ab9\n\n${ADDRESSES}`,
      monitoring_tool: 'Software update tracker',
      state_start_time: 1_795_230_000,
    });
  });

  test('Alertmanager', async () => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-21T04:00:00Z'));
    const { path, headers, body } = await sent(
      (http) => new AlertmanagerChannel(http),
      (url) => ({ urls: [url] }),
    );
    expect([path, headers.authorization]).toEqual(['/api/v2/alerts', undefined]);
    expect(body).toEqual([
      {
        labels: {
          alertname: 'NewRelease',
          severity: 'info',
          source: 'software-update-tracker',
          software: 'Firefox',
          software_id: FIREFOX,
          version: '143.0',
        },
        annotations: { summary: SUBJECT, description: `${TEXT}\n${FOOTER}\n\n${ADDRESSES}`, step: 'major' },
        startsAt: '2026-11-21T03:00:00.000Z',
        endsAt: '2026-11-22T04:00:00.000Z',
        generatorURL: 'https://firefox.example/releases',
      },
    ]);
  });

  test('Apprise', async () => {
    const receiver = await httpReceiver();
    const values = { appriseUrl: `${receiver.url}/tools`, outboundAllow: [] };
    const channel = new AppriseChannel(outgoing(values), config(values));
    receiver.respond = () => [200];
    expect((await send(channel, { key: 'team' })).kind).toBe('ok');
    expect(receiver.requests[0]?.path).toBe('/tools/notify/team');
    expect(JSON.parse(receiver.requests[0]!.body)).toEqual({
      title: SUBJECT,
      body: `${TEXT}\n${FOOTER} · Ref. 8a963ab9\n\n${ADDRESSES}`,
      type: 'info',
      format: 'text',
    });
  });
});

describe('the provider that is meant', () => {
  const hosts = async (channel: (http: OutgoingHttp) => Channel, settings: object) => {
    const http = outgoing();
    const request = jest
      .spyOn(http, 'request')
      .mockResolvedValue({ status: 202, headers: {}, body: '', cut: false, excerpt: '' });
    await send(channel(http), settings);
    return request.mock.calls[0]![0].url;
  };
  const key = 'x'.repeat(32);

  test.each<[(http: OutgoingHttp) => Channel, object, string]>([
    [(http) => new NtfyChannel(http), { topic: 't' }, 'https://ntfy.sh/'],
    [(http) => new PagerdutyChannel(http), { routing_key: key }, 'https://events.pagerduty.com/v2/change/enqueue'],
    [
      (http) => new PagerdutyChannel(http),
      { routing_key: key, region: 'eu', event: 'alert' },
      'https://events.eu.pagerduty.com/v2/enqueue',
    ],
    [(http) => new OpsgenieChannel(http), { api_key: 'k' }, 'https://api.opsgenie.com/v2/alerts'],
    [(http) => new OpsgenieChannel(http), { api_key: 'k', region: 'eu' }, 'https://api.eu.opsgenie.com/v2/alerts'],
    [
      (http) => new JiraServiceManagementChannel(http),
      { api_key: 'k' },
      'https://api.atlassian.com/jsm/ops/integration/v2/alerts',
    ],
    [
      (http) => new SplunkOnCallChannel(http),
      { api_key: 'k', routing_key: 'r' },
      'https://alert.victorops.com/integrations/generic/20131114/alert/k/r',
    ],
    [
      (http) => new PushoverChannel(http),
      { token: 'x'.repeat(30), user_key: 'x'.repeat(30) },
      'https://api.pushover.net/1/messages.json',
    ],
  ])('%#: %j goes to %s', async (channel, settings, url) => expect(await hosts(channel, settings)).toBe(url));
});

describe('settings', () => {
  const problemsOf = (channel: Channel, settings: object): string[] => {
    try {
      acceptSettings(channel, settings);
      return [];
    } catch (error) {
      return (error as SettingsError).problems.map(({ field }) => field);
    }
  };
  const http = () => outgoing({ outboundAllow: [] });

  test.each<[string, (http: OutgoingHttp) => Channel, object, string]>([
    ['a private ntfy server', (h) => new NtfyChannel(h), { topic: 't', server: 'https://10.0.0.1/' }, 'server'],
    ['a topic with a path', (h) => new NtfyChannel(h), { topic: 'a/b' }, 'topic'],
    ['a header in a token', (h) => new GotifyChannel(h), { server: 'https://g.example/', token: 'a\r\nx: y' }, 'token'],
    ['a space in a token', (h) => new GotifyChannel(h), { server: 'https://g.example/', token: 'a b' }, 'token'],
    ['a query in a base', (h) => new GotifyChannel(h), { server: 'https://g.example/?a=b', token: 'a' }, 'server'],
    ['a short routing key', (h) => new PagerdutyChannel(h), { routing_key: 'x' }, 'routing_key'],
    ['an event', (h) => new PagerdutyChannel(h), { routing_key: 'x'.repeat(32), event: 'page' }, 'event'],
    ['a region', (h) => new OpsgenieChannel(h), { api_key: 'k', region: '__proto__' }, 'region'],
    ['a priority', (h) => new JiraServiceManagementChannel(h), { api_key: 'k', priority: 'P9' }, 'priority'],
    ['a path as routing key', (h) => new SplunkOnCallChannel(h), { api_key: 'k', routing_key: '..' }, 'routing_key'],
    ['a slash in a key', (h) => new SplunkOnCallChannel(h), { api_key: 'k/..', routing_key: 'r' }, 'api_key'],
    [
      'metadata',
      (h) => new AlertmanagerChannel(h),
      { urls: ['https://a.example/', 'http://169.254.169.254/'] },
      'urls',
    ],
    ['a colon', (h) => new AlertmanagerChannel(h), { urls: ['https://a.example/'], username: 'a:b' }, 'username'],
    ['an Apprise URL', (h) => new AppriseChannel(h, config()), { key: 'mailto://a:b@c.example' }, 'key'],
    ['a path as key', (h) => new AppriseChannel(h, config()), { key: '../notify' }, 'key'],
    ['free URLs', (h) => new AppriseChannel(h, config()), { key: 'k', urls: 'json://10.0.0.1' }, 'urls'],
    ['several tags', (h) => new AppriseChannel(h, config()), { key: 'k', tag: 'a, b' }, 'tag'],
  ])('%s is refused', (_name, make, settings, field) => expect(problemsOf(make(http()), settings)).toEqual([field]));
});

const MENTIONS =
  '<!channel> <@U1> <users/all> <at>all</at> @everyone @all @{everyone} *b* [x](http://evil.example) [x][y] `c` =?utf-8?B?ZXZpbA==?= &lt;!here&gt;';

describe('a hostile name', () => {
  test('is written out, and done by nobody, where the receiver hands it on', () => {
    const inert = inertText(MENTIONS);
    expect(inert).not.toMatch(/<[!@a-z/]|@[a-z{]|\]\(|\]\[/i);
    expect(inert.replaceAll('\u2060', '')).toBe(MENTIONS);
    expect(inertText(inert)).toBe(inert);
    expect(inertText('1 < 2, a@ b, x <= y, <3')).toBe('1 < 2, a@ b, x <= y, <3');
  });

  test.each(['alertmanager', 'apprise', 'jira-service-management', 'opsgenie', 'splunk-on-call'])(
    'in %s',
    async (type) => {
      const texts = await textsOf(type, message({ software: { id: FIREFOX, name: MENTIONS, url: null } }));
      const named = texts.filter((text) => text.includes('channel>'));
      expect(named.length).toBeGreaterThan(0);
      for (const text of named) expect(text).not.toMatch(/<[!@a-z/]/i);
      for (const text of named.filter((one) => one.includes('everyone') && one.includes(' is out')))
        expect(text).not.toMatch(/@everyone|\]\(/);
    },
  );

  test.each(['ntfy', 'gotify', 'pushover', 'pagerduty'])('in %s, which shows text as it is', async (type) => {
    const texts = await textsOf(type, message({ software: { id: FIREFOX, name: MENTIONS, url: null } }));
    const name = MENTIONS.slice(0, 78);
    expect(texts.some((text) => text.includes(name))).toBe(true);
  });

  test('is not decoded by ntfy', async () => {
    const name = '=?utf-8?B?ZXZpbA==?=';
    const { body } = await sent(
      (http) => new NtfyChannel(http),
      (server) => ({ topic: 't', server }),
      message({ software: { id: FIREFOX, name, url: null } }),
    );
    expect(String(body.title).replaceAll('\u2060', '')).toContain(name);
    expect(body.title).not.toMatch(/=\?.*\?=/);
  });

  test('does not get into the labels of Alertmanager as a tag, and a scope stays as it is', async () => {
    const labels = async (name: string) => {
      const { body } = await sent(
        (http) => new AlertmanagerChannel(http),
        (url) => ({ urls: [url] }),
        message({ software: { id: FIREFOX, name, url: null } }),
      );
      return (body as unknown as [{ labels: Record<string, string> }])[0].labels.software;
    };
    expect(await labels('@angular/core')).toBe('@angular/core');
    expect(await labels('<!channel>')).toBe('<\u2060!channel>');
  });
});

const stages = readStages();

async function onStage<T>(type: string, use: (channel: Channel, stage: Stage) => Promise<T>): Promise<T> {
  const stage = await stages[type]!();
  const http = outgoing(stage.environment);
  const makers: Record<string, () => Channel> = {
    ntfy: () => new NtfyChannel(http),
    gotify: () => new GotifyChannel(http),
    pushover: () => new PushoverChannel(http),
    pagerduty: () => new PagerdutyChannel(http),
    'jira-service-management': () => new JiraServiceManagementChannel(http),
    opsgenie: () => new OpsgenieChannel(http),
    'splunk-on-call': () => new SplunkOnCallChannel(http),
    alertmanager: () => new AlertmanagerChannel(http),
    apprise: () => new AppriseChannel(http, config(stage.environment)),
  };
  return use(makers[type]!(), stage);
}

const textsOf = (type: string, content = message()) =>
  onStage(type, async (channel, stage) => {
    expect(await send(channel, stage.settings, content)).toMatchObject({ kind: 'ok' });
    return stage.received()[0]!.texts;
  });

const TYPES = [
  'ntfy',
  'gotify',
  'pushover',
  'pagerduty',
  'jira-service-management',
  'opsgenie',
  'splunk-on-call',
  'alertmanager',
  'apprise',
];

describe.each(TYPES)('%s', (type) => {
  // Case 88.
  test.each([1, 12, 10_000])('a digest of %i is within the limits and says how many more there are', async (total) => {
    const texts = (await textsOf(type, digest(total))).join('\n');
    expect(texts).toContain('Firefox 0');
    const named = new Set(
      [...texts.matchAll(/(?:Firefox|nginx|PostgreSQL|Node\.js|Größe|tools>|ソフト|Studio) \d+ 142/g)].map(String),
    );
    const more = Number(/… and (\d+) more/.exec(texts)?.[1] ?? 0);
    expect(named.size + more).toBe(total);
  });

  // Case 89: the stage refuses what is too long or not well-formed.
  test('takes whatever is in names, versions and reasons', () =>
    onStage(type, async (channel, stage) => {
      const piece = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.string({
          unit: fc.constantFrom('👩‍💻', '\ud83d', '"', '\\', '<', '@', '[', ']', '(', '=?', '\u2060', 'é'),
          maxLength: 300,
        }),
      );
      for (const [name, label, publisher] of fc.sample(fc.tuple(piece, piece, piece), 12)) {
        const version = { id: 'v', version: label, created_at: '2026-11-20T10:00:00Z' };
        const values = {
          software: { id: FIREFOX, name, url: null },
          publisher: { id: 'p', name: publisher },
          version,
          versions: Array.from({ length: 300 }, (_, index) => ({ ...version, id: `v${index}` })),
        };
        for (const content of [message(values), digest(150, values)])
          expect([name, await send(channel, stage.settings, content)]).toMatchObject([name, { kind: 'ok' }]);
      }
    }));

  test('takes the longest links', () =>
    onStage(type, async (channel, stage) => {
      const long = (name: string) => `https://example.com/${name}${'x'.repeat(2_000)}`;
      const links = {
        favorite: long('f'),
        software: long('s'),
        releases: long('r'),
        notes: long('n'),
        manage: long('m'),
      };
      const content = message({ links, software: { id: FIREFOX, name: 'Firefox', url: long('w') } });
      expect(await send(channel, stage.settings, content)).toMatchObject({ kind: 'ok' });
      expect(stage.received()[0]!.texts.join()).toContain('143.0');
    }));
});

describe('the key of an incident', () => {
  const of = (values: Parameters<typeof update>[0] = {}, id = DELIVERY_ID) => incidentKey(id, message(values));

  test('is that of the version, whoever follows it and however often it is told', () => {
    expect(of()).toMatch(/^fr-20000000-0000-4000-8000-000000000000-[0-9a-f]{32}$/);
    expect(of({}, 'another delivery')).toBe(of());
    expect(of({ reminder: true, favorite: null })).toBe(of());
    expect(of({ version: { id: 'x', version: '144', created_at: '' } })).not.toBe(of());
    expect(of({ software: { id: 'y', name: 'Firefox', url: null } })).not.toBe(of());
  });

  test('is that of the delivery for anything else', () => {
    expect(incidentKey(DELIVERY_ID, digest(3))).toBe(`fr-${DELIVERY_ID}`);
    expect(incidentKey(DELIVERY_ID, testMessage('2026-11-21T03:00:00Z'))).toBe(`fr-${DELIVERY_ID}`);
  });

  test('PagerDuty takes an alert with it', async () => {
    const { receiver, stage } = await pagerdutyProvider();
    const settings = { routing_key: 'x'.repeat(32), event: 'alert', server: receiver.url };
    for (const content of [message(), digest(10_000), testMessage('2026-11-21T03:00:00Z')])
      expect(await send(new PagerdutyChannel(outgoing()), settings, content)).toMatchObject({ kind: 'ok' });
    expect(stage.received()).toHaveLength(3);
  });
});

describe('Alertmanager instances', () => {
  // Case 19.
  test('one that takes it is enough, and the other is told', async () => {
    const up = await alertmanagerProvider(undefined);
    const settings = { urls: [`${up.receiver.url}/am`, 'http://127.0.0.1:1025/am/'] };
    const outcome = await send(new AlertmanagerChannel(outgoing()), settings);
    expect(outcome).toMatchObject({ kind: 'ok', code: 200 });
    expect(outcome.reason).toMatch(/^1 of 2 instances did not take it\. 127\.0\.0\.1:1025: /);
    expect(up.receiver.requests).toHaveLength(1);
  });

  test.each<[Answer[], object]>([
    [[[400], [503, { 'retry-after': '30' }]], { kind: 'retry', code: 503, after: 30 }],
    [[[400], [401]], { kind: 'dead', code: 400 }],
    [[[410], [410]], { kind: 'disable' }],
    [[[410], [400]], { kind: 'dead' }],
  ])('%j come to %j', async (answers, expected) => {
    const peers = await Promise.all(answers.map(() => httpReceiver()));
    peers.forEach((peer, index) => (peer.respond = () => answers[index]!));
    const outcome = await send(new AlertmanagerChannel(outgoing()), { urls: peers.map(({ url }) => url) });
    expect(outcome).toMatchObject(expected);
    for (const { url } of peers) expect(outcome.reason).toContain(new URL(url).host);
  });
});

describe('Apprise', () => {
  const channelAt = (appriseUrl: string | null) => {
    const values = { appriseUrl, outboundAllow: [] };
    return new AppriseChannel(outgoing(values), config(values));
  };

  test('is not to be had without a server of the operator, and waits when it is taken away', async () => {
    expect(channelAt(null).unavailableBecause()).toContain('APPRISE_URL');
    expect(channelAt('http://apprise:8000').unavailableBecause()).toBeNull();
    expect(await send(channelAt(null), { key: 'k' })).toMatchObject({ kind: 'retry', transport: true });
  });

  test('a server that is away is the operator\u2019s trouble, and none of the channel', async () => {
    const outcome = await send(channelAt('http://127.0.0.1:1025'), { key: 'canary-key' });
    expect(outcome).toMatchObject({ kind: 'retry', transport: true, reason: 'The Apprise server cannot be reached' });
  });

  test('a redirect of the server is not followed, and what it says is not shown', async () => {
    const { receiver } = await appriseProvider();
    receiver.respond = () => [307, { location: `${receiver.url}/inside` }, 'secret inside'];
    const outcome = await send(channelAt(receiver.url), { key: 'k' });
    expect(outcome).toMatchObject({ kind: 'dead', code: 307 });
    expect(JSON.stringify(outcome)).not.toContain('secret');
    expect(receiver.requests).toHaveLength(1);
  });
});

describe('Opsgenie', () => {
  test.each([
    ['2027-04-05T23:59:59Z', false],
    ['2027-04-06T00:00:00Z', true],
  ])('at %s it is refused: %s', (now, refused) => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse(now));
    const reason = new OpsgenieChannel(outgoing()).unavailableBecause();
    expect(reason?.includes('jira-service-management') ?? false).toBe(refused);
  });
});

test.each([
  [{}, {}],
  [{ password: 'x' }, {}],
  [{ username: 'a', password: 'b:c' }, { authorization: 'Basic YTpiOmM=' }],
  [{ username: 'a' }, { authorization: 'Basic YTo=' }],
  [{ username: 'a', password: 'b', token: 't' }, { authorization: 'Bearer t' }],
])('%j become %j', (credentials, headers) => expect(authorizationOf(credentials)).toEqual(headers));

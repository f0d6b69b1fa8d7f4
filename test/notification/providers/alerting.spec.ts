import { OutgoingHttp } from '../../../src/common/outgoing-http/outgoing-http';
import { authorizationOf } from '../../../src/notification/providers/http-exchange';
import { incidentKey } from '../../../src/notification/providers/incident-key';
import { inertText } from '../../../src/notification/rendering/inert-text';
import { testMessage } from '../../../src/notification/rendering/message';
import { alertmanagerProvider } from './alertmanager.stage';
import { appriseProvider } from './apprise.stage';
import { pagerdutyProvider } from './pagerduty.stage';
import {
  type Answer,
  closeAll,
  DELIVERY_ID,
  digest,
  httpReceiver,
  message,
  update,
  type ReceivedRequest,
} from './peers';
import { registry, send } from './registry';

afterEach(async () => {
  jest.restoreAllMocks();
  await closeAll();
});

/** What one message becomes: the only request, its body read. */
async function sent(type: string, settings: (url: string) => object, content = message()) {
  const receiver = await httpReceiver();
  receiver.respond = () => [200];
  expect((await send((await registry())(type), settings(receiver.url), content)).kind).toBe('ok');
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
    const { path, headers, body } = await sent('ntfy', (server) => ({
      topic: 'updates',
      server,
      username: 'phil',
      password: 'päss',
    }));
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
    const { path, headers, body } = await sent('gotify', (server) => ({ server: `${server}/push`, token: 'A.b' }));
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
    const { path, body } = await sent('pushover', (server) => ({ token: key, user_key: key, server }));
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
    const change = await sent('pagerduty', settings());
    expect([change.path, change.body]).toEqual(['/v2/change/enqueue', CHANGE]);
    const alert = await sent('pagerduty', settings('alert'));
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
    const { path, headers, body } = await sent('jira-service-management', (server) => ({
      api_key: 'k-1',
      server: `${server}/jsm/ops/integration`,
    }));
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
    const { path, body } = await sent('splunk-on-call', (server) => ({ api_key: 'k-1', routing_key: 'team', server }));
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
    const { path, headers, body } = await sent('alertmanager', (url) => ({ urls: [url] }));
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
    const channel = (await registry({ appriseUrl: `${receiver.url}/tools`, outboundAllow: [] }))('apprise');
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
  const key = 'x'.repeat(32);

  test.each<[string, object, string]>([
    ['ntfy', { topic: 't' }, 'https://ntfy.sh/'],
    ['pagerduty', { routing_key: key }, 'https://events.pagerduty.com/v2/change/enqueue'],
    ['pagerduty', { routing_key: key, region: 'eu', event: 'alert' }, 'https://events.eu.pagerduty.com/v2/enqueue'],
    ['opsgenie', { api_key: 'k' }, 'https://api.opsgenie.com/v2/alerts'],
    ['opsgenie', { api_key: 'k', region: 'eu' }, 'https://api.eu.opsgenie.com/v2/alerts'],
    ['jira-service-management', { api_key: 'k' }, 'https://api.atlassian.com/jsm/ops/integration/v2/alerts'],
    [
      'splunk-on-call',
      { api_key: 'k', routing_key: 'r' },
      'https://alert.victorops.com/integrations/generic/20131114/alert/k/r',
    ],
    ['pushover', { token: 'x'.repeat(30), user_key: 'x'.repeat(30) }, 'https://api.pushover.net/1/messages.json'],
  ])('of %s with %j is at %s', async (type, settings, url) => {
    const request = jest
      .spyOn(OutgoingHttp.prototype, 'request')
      .mockResolvedValue({ status: 202, headers: {}, body: '', cut: false, excerpt: '' });
    await send((await registry())(type), settings);
    expect(request.mock.calls[0]![0].url).toBe(url);
  });
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

  test('is not decoded by ntfy', async () => {
    const name = '=?utf-8?B?ZXZpbA==?=';
    const { body } = await sent(
      'ntfy',
      (server) => ({ topic: 't', server }),
      message({ software: { id: FIREFOX, name, url: null } }),
    );
    expect(String(body.title).replaceAll('\u2060', '')).toContain(name);
    expect(body.title).not.toMatch(/=\?.*\?=/);
  });

  test('does not get into the labels of Alertmanager as a tag, and a scope stays as it is', async () => {
    const labels = async (name: string) => {
      const { body } = await sent(
        'alertmanager',
        (url) => ({ urls: [url] }),
        message({ software: { id: FIREFOX, name, url: null } }),
      );
      return (body as unknown as [{ labels: Record<string, string> }])[0].labels.software;
    };
    expect(await labels('@angular/core')).toBe('@angular/core');
    expect(await labels('<!channel>')).toBe('<\u2060!channel>');
  });
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
      expect(await send((await registry())('pagerduty'), settings, content)).toMatchObject({ kind: 'ok' });
    expect(stage.received()).toHaveLength(3);
  });
});

describe('Alertmanager instances', () => {
  // Case 19.
  test('one that takes it is enough, and the other is told', async () => {
    const up = await alertmanagerProvider(undefined);
    const settings = { urls: [`${up.receiver.url}/am`, 'http://127.0.0.1:1025/am/'] };
    const outcome = await send((await registry())('alertmanager'), settings);
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
    const outcome = await send((await registry())('alertmanager'), { urls: peers.map(({ url }) => url) });
    expect(outcome).toMatchObject(expected);
    for (const { url } of peers) expect(outcome.reason).toContain(new URL(url).host);
  });
});

describe('Apprise', () => {
  const channelAt = async (appriseUrl: string | null) => (await registry({ appriseUrl, outboundAllow: [] }))('apprise');

  test('is not to be had without a server of the operator, and waits when it is taken away', async () => {
    expect((await channelAt(null)).unavailableBecause!()).toContain('APPRISE_URL');
    expect((await channelAt('http://apprise:8000')).unavailableBecause!()).toBeNull();
    expect(await send(await channelAt(null), { key: 'k' })).toMatchObject({ kind: 'retry', transport: true });
  });

  test('a server that is away is the operator\u2019s trouble, and none of the channel', async () => {
    const outcome = await send(await channelAt('http://127.0.0.1:1025'), { key: 'canary-key' });
    expect(outcome).toMatchObject({ kind: 'retry', transport: true, reason: 'The Apprise server cannot be reached' });
  });

  test('a redirect of the server is not followed, and what it says is not shown', async () => {
    const { receiver } = await appriseProvider();
    receiver.respond = () => [307, { location: `${receiver.url}/inside` }, 'secret inside'];
    const outcome = await send(await channelAt(receiver.url), { key: 'k' });
    expect(outcome).toMatchObject({ kind: 'dead', code: 307 });
    expect(JSON.stringify(outcome)).not.toContain('secret');
    expect(receiver.requests).toHaveLength(1);
  });
});

describe('Opsgenie', () => {
  test.each([
    ['2027-04-05T23:59:59Z', false],
    ['2027-04-06T00:00:00Z', true],
  ])('at %s it is refused: %s', async (now, refused) => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse(now));
    const reason = (await registry())('opsgenie').unavailableBecause!();
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

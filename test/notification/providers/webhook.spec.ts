import { Logger } from '@nestjs/common';
import { Webhook } from 'standardwebhooks';
import { OutgoingError, OutgoingHttp } from '../../../src/common/outgoing-http/outgoing-http';
import { outcomeOfHttp, outcomeOfOutgoingError } from '../../../src/notification/providers/channel';
import { type Message, testMessage } from '../../../src/notification/rendering/message';
import { signature, WebhookChannel, webhookBody } from '../../../src/notification/providers/webhook.channel';
import {
  closeAll,
  closers,
  config,
  DELIVERY_ID,
  digest,
  disabledMessage,
  failingMessage,
  hostileMessage,
  httpReceiver,
  message,
  update,
  type ReceivedRequest,
} from './peers';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

// What is not reached is logged for the operator.
beforeAll(() => Logger.overrideLogger(false));

afterEach(closeAll);

function channel(allow?: string[]): WebhookChannel {
  const http = new OutgoingHttp(config(allow ? { outboundAllow: allow } : {}));
  closers.push(() => http.onModuleDestroy());
  return new WebhookChannel(http);
}

function send(webhook: WebhookChannel, url: string, attempt = 1, content = message()) {
  return webhook.send({ id: DELIVERY_ID, attempt, settings: { url, secret: SECRET }, message: content });
}

const verify = ({ headers, body }: ReceivedRequest) =>
  new Webhook(SECRET).verify(body, headers as Record<string, string>);

describe('a webhook', () => {
  test('posts the documented body with a signature that Standard Webhooks accepts', async () => {
    const receiver = await httpReceiver();
    expect(await send(channel(), `${receiver.url}/hook?a=b`)).toEqual({ kind: 'ok', code: 204 });
    const [request] = receiver.requests;
    expect(request).toMatchObject({
      path: '/hook?a=b',
      headers: { 'content-type': 'application/json', 'webhook-id': DELIVERY_ID },
    });
    expect(verify(request!)).toEqual({
      type: 'update.available',
      timestamp: '2026-11-21T03:00:00.000000Z',
      data: {
        favorite: update().favorite,
        software: update().software,
        publisher: update().publisher,
        tracked_version: update().trackedVersion,
        in_use: null,
        version: update().version,
        versions: update().versions,
        kind: 'major',
        prerelease: false,
        released_at: '2026-11-20T10:00:00.000000Z',
        notes: null,
        supported_until: null,
        risk: null,
        freshness: update().freshness,
        links: update().links,
      },
    });
  });

  // Case 1.
  test('is sent again under the same id with a new time and signature', async () => {
    const receiver = await httpReceiver();
    receiver.respond = (number) => [number === 1 ? 500 : 200];
    const webhook = channel();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(1_795_000_000_000);
    const first = await send(webhook, receiver.url, 1);
    clock.mockReturnValue(1_795_000_005_000);
    const second = await send(webhook, receiver.url, 2);
    clock.mockRestore();
    expect([first.kind, second.kind]).toEqual(['retry', 'ok']);
    const of = (name: string) => receiver.requests.map(({ headers }) => headers[name]);
    expect(of('webhook-id')).toEqual([DELIVERY_ID, DELIVERY_ID]);
    expect(of('webhook-timestamp')).toEqual(['1795000000', '1795000005']);
    expect(new Set(of('webhook-signature')).size).toBe(2);
    expect(receiver.requests[0]?.body).toBe(receiver.requests[1]?.body);
  });

  test.each([
    ['update.reminder', message({ reminder: true })],
    ['test', testMessage('2026-11-21T03:00:00Z')],
    ['channel.disabled', disabledMessage()],
    ['update.digest', digest(3)],
    ['source.failing', failingMessage(3)],
  ])('%s is a type of its own', (type, content) => {
    expect(JSON.parse(webhookBody(content))).toMatchObject({ type });
  });

  // Case 88.
  test('the body stays below 20,000 bytes: it counts all, and names as many as fit, the first ones', () => {
    const versions = Array.from({ length: 500 }, (_, index) => ({
      id: `${index}`,
      version: `v${index}-${'ü'.repeat(90)}`,
      created_at: '2026-11-20T10:00:00.000000Z',
    }));
    interface Data {
      total: number;
      updates: { software: { id: string } }[];
      sources: { software: { id: string }; failing_since: string }[];
      versions: { id: string }[];
    }
    const dataOf = (content: Message) => {
      const body = webhookBody(content);
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(20_000);
      return (JSON.parse(body) as { data: Data }).data;
    };
    const first = (rows: { id: string }[]) =>
      expect(rows.map(({ id }) => id)).toEqual(rows.map((_, at) => `software-${at}`));
    for (const total of [1, 12, 10_000]) {
      const data = dataOf(digest(total));
      expect([data.total, data.updates.length >= Math.min(total, 12)]).toEqual([total, true]);
      first(data.updates.map(({ software }) => software));
      const failing = dataOf(failingMessage(total, 'ü'.repeat(190)));
      expect([failing.total, failing.sources.length >= Math.min(total, 12)]).toEqual([total, true]);
      first(failing.sources.map(({ software }) => software));
      expect(failing.sources[0]).toMatchObject({ failing_since: '2026-11-20T10:00:00.000000Z' });
    }
    for (const content of [message({ versions }), hostileMessage()]) {
      const kept = dataOf(content).versions;
      expect(kept.length).toBeGreaterThan(10);
      expect(kept.map(({ id }) => id)).toEqual(content.updates[0]?.versions.slice(0, kept.length).map(({ id }) => id));
    }
  });

  // Case 17.
  test.each([301, 302, 307, 308])('a %i is not followed', async (status) => {
    const [target, receiver] = [await httpReceiver(), await httpReceiver()];
    receiver.respond = () => [status, { location: target.url }];
    expect(await send(channel(), receiver.url)).toMatchObject({ kind: 'dead', code: status });
    expect(target.requests).toEqual([]);
  });

  test('a URL that is forbidden by now is tried again like one that is unknown, and nothing is sent', async () => {
    const receiver = await httpReceiver();
    expect(await send(channel([]), receiver.url)).toMatchObject({ kind: 'retry', code: 'unreachable' });
    expect(receiver.requests).toEqual([]);
  });

  test('nobody there is worth another try', async () => {
    expect(await send(channel(), 'http://127.0.0.1:1031/canary-path')).toEqual({
      kind: 'retry',
      code: 'unreachable',
      reason: 'The address is unknown or not allowed, or nothing answers there',
      hidden: true,
    });
  });
});

// Case 98.
describe('the signature', () => {
  test.each(['', '{}', '{"name":"ünïcödé 😀"}', 'x'.repeat(20_000)])(
    'equals the one of standardwebhooks (%#)',
    (body) => {
      const at = new Date();
      expect(signature(SECRET, DELIVERY_ID, Math.floor(at.getTime() / 1000), body)).toBe(
        new Webhook(SECRET).sign(DELIVERY_ID, at, body),
      );
    },
  );

  test('does not fit a changed body, id or time, nor a time six minutes off', async () => {
    const receiver = await httpReceiver();
    await send(channel(), receiver.url);
    const request = receiver.requests[0]!;
    const now = Number(request.headers['webhook-timestamp']);
    const changed = (headers: Record<string, string>, body = request.body) => ({
      ...request,
      body,
      headers: { ...request.headers, ...headers },
    });
    expect(() => verify(request)).not.toThrow();
    expect(() => verify(changed({}, request.body.replace('143.0', '144.0')))).toThrow();
    expect(() => verify(changed({ 'webhook-id': 'other' }))).toThrow();
    expect(() => verify(changed({ 'webhook-timestamp': String(now + 1) }))).toThrow();
    for (const off of [-360, 360]) {
      const signed = signature(SECRET, DELIVERY_ID, now + off, request.body);
      expect(() => verify(changed({ 'webhook-timestamp': String(now + off), 'webhook-signature': signed }))).toThrow(
        /timestamp/i,
      );
    }
  });
});

describe('what an answer means', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const outcome = (status: number, retryAfter?: string) =>
    outcomeOfHttp({ status, headers: { 'retry-after': retryAfter }, body: '', cut: false, excerpt: 'said' }, now);

  test('2xx is ok', () => {
    for (const code of [200, 201, 202, 204]) expect(outcome(code)).toEqual({ kind: 'ok', code });
  });

  // Cases 11 and 12.
  test('3xx and 4xx are dead, with what was said', () => {
    for (const code of [400, 401, 403, 404, 405, 411, 413, 414, 415, 422, 431, 301, 304])
      expect(outcome(code)).toMatchObject({ kind: 'dead', code, excerpt: 'said' });
  });

  test.each([
    [302, 'Answered 302: a redirect is not followed, enter the final URL'],
    [400, 'Answered 400: the receiver refuses this message'],
    [403, 'Answered 403: the receiver does not accept our credentials'],
    [404, 'Answered 404: there is nothing at this URL'],
    [429, 'Answered 429: too many requests'],
    [503, 'Answered 503'],
  ])('%i says: %s', (status, reason) => expect(outcome(status).reason).toBe(reason));

  // Case 9.
  test('410 disables', () => expect(outcome(410)).toMatchObject({ kind: 'disable', code: 410 }));

  test('5xx, 408 and 425 are tried again', () => {
    for (const code of [408, 425, 500, 502, 503, 504, 599]) {
      const result = outcome(code);
      expect(result).toMatchObject({ kind: 'retry', code });
      expect(result.after).toBeUndefined();
    }
  });

  // Cases 3, 4 and 5.
  test.each<[number, string | undefined, number | undefined]>([
    [503, '120', 120],
    [503, 'Fri, 20 Nov 2026 12:10:00 GMT', 600],
    [503, 'Fri, 20 Nov 2026 11:00:00 GMT', undefined],
    [503, '-1', undefined],
    [503, 'abc', undefined],
    [503, '999999999', 86_400],
    [429, undefined, 60],
    [429, 'abc', 60],
    [429, '300', 300],
  ])('%i with Retry-After %s waits %s s', (status, header, after) => expect(outcome(status, header).after).toBe(after));

  test.each([
    ['blocked', { kind: 'retry', code: 'unreachable', hidden: true }],
    ['dns', { kind: 'retry', code: 'unreachable', hidden: true }],
    ['connect', { kind: 'retry', code: 'connect' }],
    ['tls', { kind: 'retry', code: 'tls' }],
    ['timeout', { kind: 'retry', code: 'timeout', unknown: true }],
    ['reset', { kind: 'retry', code: 'reset', unknown: true }],
    ['protocol', { kind: 'retry', code: 'protocol', unknown: true }],
  ] as const)('no answer for %s', (kind, expected) => {
    expect(outcomeOfOutgoingError(new OutgoingError(kind))).toMatchObject(expected);
  });
});

describe('a webhook that sends CloudEvents', () => {
  const cloud = (url: string, content = message()) =>
    channel().send({
      id: DELIVERY_ID,
      attempt: 1,
      settings: { url, secret: SECRET, format: 'cloudevents' },
      message: content,
    });

  test('posts a structured event with the same data and a signature', async () => {
    const receiver = await httpReceiver();
    expect(await cloud(receiver.url)).toEqual({ kind: 'ok', code: 204 });
    const [request] = receiver.requests;
    expect(request!.headers['content-type']).toBe('application/cloudevents+json; charset=utf-8');
    const { data, ...event } = verify(request!) as Record<string, unknown>;
    expect(event).toEqual({
      specversion: '1.0',
      id: DELIVERY_ID,
      source: 'urn:software-update-tracker',
      type: 'update.available',
      time: '2026-11-21T03:00:00.000000Z',
      subject: message().updates[0]!.software.id,
      datacontenttype: 'application/json',
    });
    expect(data).toEqual((JSON.parse(webhookBody(message())) as { data: object }).data);
  });

  test('keeps within the same size, and names no product in a digest', async () => {
    const receiver = await httpReceiver();
    const [one] = message().updates;
    const many = { ...digest(1), updates: Array.from({ length: 300 }, () => one!) };
    await cloud(receiver.url, many);
    const [{ body }] = receiver.requests as [ReceivedRequest];
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(20_000);
    expect(JSON.parse(body)).not.toHaveProperty('subject');
  });

  test('keeps its format when its secret is replaced', () => {
    const settings = { url: 'https://example.com/hook', format: 'cloudevents' };
    const made = channel().prepare(settings);
    expect(made.settings.format).toBe('cloudevents');
    expect(channel().rotate(made.settings).settings.format).toBe('cloudevents');
  });
});

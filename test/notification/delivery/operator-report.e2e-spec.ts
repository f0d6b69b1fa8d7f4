import { Logger } from '@nestjs/common';
import { Config } from '../../../src/config/config';
import { DeliveryService } from '../../../src/notification/delivery/delivery.service';
import { OperatorMessages } from '../../../src/notification/system-message/operator-messages';
import { SourcePoller } from '../../../src/source/polling/source-poller';
import { FeedHost } from '../../source/polling/feed-host';
import type { Agent } from '../../setup/api';
import { startApp, type TestApp } from '../../setup/app';
import { type HttpReceiver, type MailReceiver, outside, type ReceivedRequest } from '../../setup/receivers';
import { count } from '../../setup/tracking';
import { LONG_AGO } from './case-world';

const PUBLIC_URL = 'https://tracker.example';
const HOUR = 3_600;
const DAY = 24 * HOUR;
/** A source that is outside. */
const NPM = { package: 'left-pad', server: 'https://npm.example.org' };

const world = outside();
let operator: HttpReceiver;
let relay: MailReceiver;
let test: TestApp;
let editor: Agent;
let host: FeedHost;
let serial = 0;

async function start(environment: Record<string, string> = {}): Promise<void> {
  const sources = { SOURCES: 'all', SOURCE_HOST_DELAY_MS: '0' };
  const outside = { SMTP_URL: relay.url, OPERATOR_CHANNEL_URL: `${operator.url}?key=1` };
  test = await startApp({ PUBLIC_URL, ...outside, ...sources, TRUST_EMAIL_ADDRESSES: 'false', ...environment });
  editor = await test.as('eve', ['read', 'catalogue:write']);
}

/** Until the next test. */
const configure = (values: Partial<Config>) => void Object.assign(test.app.get(Config), values);

beforeAll(async () => {
  [operator, relay, host] = await Promise.all([world.http(), world.smtp(), new FeedHost().open()]);
  await start();
});

beforeEach(async () => {
  configure({ operatorChannelUrl: { kind: 'webhook', url: `${operator.url}?key=1` } });
  operator.requests.length = 0;
  relay.mails.length = 0;
  for (const table of ['software_source', 'source_host', 'system_message'])
    await test.database.execute(`DELETE FROM ${table}`);
});

afterAll(async () => {
  await test.close();
  await host.close();
});

interface Product {
  id: string;
  name: string;
}

async function product(): Promise<Product> {
  const name = `failing-${++serial}`;
  await test.import({ publisher: { name: 'P' }, software: { name }, versions: [{ version: '1.0' }] });
  const { body } = await editor.get('/api/v1/software').query({ 'name[eq]': name }).expect(200);
  return { id: body.data[0].id as string, name };
}

/** A product whose source fails since so many seconds. */
async function failing(seconds: number, at = host): Promise<Product> {
  const { id, name } = await product();
  await editor.put(`/api/v1/software/${id}/source`).send(at.json(name)).expect(200);
  await failSince(id, seconds);
  return { id, name };
}

async function failSince(id: string, seconds: number): Promise<void> {
  const { nowPlus } = test.database.dialect;
  await test.app.get(SourcePoller).pollDue();
  await test.database.execute(`UPDATE software_source SET failing_since = ${nowPlus} WHERE software_id = ?`, [
    -seconds,
    id,
  ]);
}

async function poll(id: string): Promise<void> {
  const { now } = test.database.dialect;
  await test.database.execute(`UPDATE software_source SET next_at = ${now} WHERE software_id = ?`, [id]);
  await test.database.execute(`UPDATE source_host SET next_at = ${now}, rest_until = NULL`);
  await test.app.get(SourcePoller).pollDue();
}

interface Body {
  type: string;
  timestamp: string;
  data: { total: number; sources: { software: Product; type: string; failing_since: string; last_error: string }[] };
}

const bodyOf = ({ body }: ReceivedRequest) => JSON.parse(body) as Body;
const namesOf = (request: ReceivedRequest) => bodyOf(request).data.sources.map(({ software }) => software.name);
const idsOf = (requests: ReceivedRequest[]) => requests.map(({ headers }) => headers['webhook-id']);
const reports = () => count(test, 'system_message');
const comeDue = () =>
  test.database.execute('UPDATE system_message SET next_at = ? WHERE next_at IS NOT NULL', [LONG_AGO]);
const send = () => test.app.get(DeliveryService).sendServiceMessages();

async function letSixHoursPass(): Promise<void> {
  const { after } = test.database.dialect;
  await test.database.execute(`UPDATE system_message SET created_at = ${after('created_at', String(-6 * HOUR - 1))}`);
}

/** What was logged while `work` ran. */
async function logged(level: 'warn' | 'error', work: () => Promise<unknown>): Promise<unknown[]> {
  const spy = jest.spyOn(Logger.prototype, level);
  await work();
  const lines = spy.mock.calls.map(([line]) => line as unknown);
  spy.mockRestore();
  return lines;
}

describe('a source that has failed for a day', () => {
  it('is told to the operator once, at his webhook', async () => {
    const { id, name } = await failing(DAY);
    operator.will(204);
    await send();
    await send();
    const [request] = operator.requests;
    expect(operator.requests).toHaveLength(1);
    expect(request!.path).toBe('/hook?key=1');
    expect(request!.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
    });
    const { type, data } = bodyOf(request!);
    expect(type).toBe('source.failing');
    expect(data).toEqual({
      total: 1,
      sources: [
        {
          software: { id, name },
          type: 'json',
          failing_since: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
          last_error: expect.stringContaining('404'),
          links: { software: `${PUBLIC_URL}/api/v1/software/${id}` },
        },
      ],
      links: {},
    });
    await letSixHoursPass();
    await poll(id);
    await send();
    expect(operator.requests).toHaveLength(1);
  });

  it('is not told before that', async () => {
    await failing(DAY - 60);
    await send();
    expect(await reports()).toBe(0);
  });

  it('is told together with whatever else fails at its host, and not with other hosts', async () => {
    const elsewhere = await new FeedHost().open();
    const down = [await failing(DAY + HOUR), await failing(2 * HOUR), await failing(DAY), await failing(5 * HOUR)];
    const hiccup = await failing(60);
    const other = await failing(20 * HOUR, elsewhere);
    operator.will(200);
    await send();
    expect(namesOf(operator.requests[0]!)).toEqual([down[0]!, down[2]!, down[3]!, down[1]!].map(({ name }) => name));
    expect(bodyOf(operator.requests[0]!).data.total).toBe(4);

    // What comes to a day soon after waits, and comes together.
    for (const { id } of [hiccup, other]) await failSince(id, DAY);
    await send();
    expect(operator.requests).toHaveLength(1);
    await letSixHoursPass();
    operator.will(200);
    await send();
    expect(namesOf(operator.requests[1]!).sort()).toEqual([hiccup.name, other.name].sort());
    await elsewhere.close();
  });

  it('is one of many in one message, which says how many there are', async () => {
    const { id } = await failing(DAY);
    const names = Array.from({ length: 120 }, () => `failing-${++serial}`);
    await test.import(...names.map((name) => ({ publisher: { name: 'P' }, software: { name }, versions: [] })));
    await test.database.execute(
      `INSERT INTO software_source (software_id, type, settings, host, next_at, failures, failing_since, last_error, created_at)
       SELECT p.id, s.type, s.settings, s.host, s.next_at, 1, s.failing_since, s.last_error, s.created_at
       FROM software p JOIN software_source s ON s.software_id = ? WHERE p.name IN (${names.map(() => '?').join(', ')})`,
      [id, ...names],
    );
    operator.will(200);
    await send();
    await send();
    const { data } = bodyOf(operator.requests[0]!);
    expect(data.total).toBe(121);
    expect(data.sources.length).toBeGreaterThan(40);
    expect(Buffer.byteLength(operator.requests[0]!.body)).toBeLessThanOrEqual(20_000);
  });

  it('is not told when it recovers before that, and told when it has failed for another day', async () => {
    const { id, name } = await failing(DAY);
    operator.will(500);
    await send();
    host.publish(name, '1.0');
    await poll(id);
    await comeDue();
    await send();
    expect(operator.requests).toHaveLength(1);
    expect(await reports()).toBe(0);

    host.feeds.delete(name);
    await poll(id);
    await send();
    expect(operator.requests).toHaveLength(1);
    await failSince(id, DAY);
    operator.will(200);
    await send();
    expect(namesOf(operator.requests[1]!)).toEqual([name]);
    expect(new Set(idsOf(operator.requests)).size).toBe(2);
  });

  it('is told again after it had worked', async () => {
    const { id, name } = await failing(DAY);
    operator.will(200);
    await send();
    host.publish(name, '1.0');
    await poll(id);
    host.feeds.delete(name);
    await poll(id);
    await failSince(id, DAY);
    await letSixHoursPass();
    operator.will(200);
    await send();
    expect(operator.requests.map(namesOf)).toEqual([[name], [name]]);
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['its source was set anew', (id) => editor.put(`/api/v1/software/${id}/source`).send(host.json('another'))],
    ['its source was removed', (id) => editor.delete(`/api/v1/software/${id}/source`).expect(204)],
  ])('is not named when %s meanwhile', async (_what, happens) => {
    const [gone, left] = [await failing(DAY), await failing(DAY)];
    operator.will(503);
    await send();
    await happens(gone.id);
    await comeDue();
    operator.will(200);
    await send();
    expect(operator.requests.map(namesOf).map((names) => names.length)).toEqual([2, 1]);
    expect(namesOf(operator.requests[1]!)).toEqual([left.name]);
    expect(bodyOf(operator.requests[1]!).data.total).toBe(1);
  });
});

describe('a message to the operator', () => {
  it('is tried again under the same id, also after a refusal, until it is taken', async () => {
    await failing(DAY);
    const warnings = await logged('warn', async () => {
      for (const status of [503, 404, 410, 302, 401, 200]) {
        operator.will(status);
        await comeDue();
        await send();
      }
    });
    expect(operator.requests).toHaveLength(6);
    expect(new Set(idsOf(operator.requests)).size).toBe(1);
    expect(new Set(operator.requests.map(({ body }) => body)).size).toBe(1);
    expect(warnings).toMatchObject([503, 404, 410, 302, 401].map((code) => ({ msg: 'operator not told yet', code })));
    await comeDue();
    await send();
    expect(operator.requests).toHaveLength(6);
  });

  it('is given up at the end of the schedule, and that is an error in the log', async () => {
    await failing(DAY);
    operator.will(500);
    await send();
    await test.database.execute('UPDATE system_message SET attempts = 12, created_at = ?', [LONG_AGO]);
    await comeDue();
    operator.will(500);
    expect(await logged('error', send)).toMatchObject([{ msg: 'operator not told', code: 500 }]);
    await comeDue();
    await send();
    expect(operator.requests).toHaveLength(2);
  });

  it('is one, however many passes there are at once', async () => {
    for (let number = 0; number < 5; number++) await failing(DAY + number);
    operator.will(200);
    const prepare = () => test.app.get(OperatorMessages).kinds[0]!.prepare!();
    await Promise.all([prepare(), send(), prepare(), send(), prepare()]);
    await send();
    expect(operator.requests).toHaveLength(1);
    expect(bodyOf(operator.requests[0]!).data.total).toBe(5);
    expect(await reports()).toBe(1);
  });

  it('is a mail when the operator has an address, which needs nobody’s consent', async () => {
    configure({ operatorChannelUrl: { kind: 'email', address: 'ops@example.org' } });
    const products = [await failing(DAY + 60), await failing(DAY)];
    relay.will(451);
    await send();
    relay.will(250);
    await comeDue();
    await send();
    await send();
    expect(relay.mails.map(({ to }) => to)).toEqual([['ops@example.org']]);
    const { subject, text, html, headers, messageId } = relay.mails[0]!.parsed;
    expect(subject).toMatch(/^2 sources are failing, the first since \d{1,2} \w+ \d{4}$/);
    for (const part of [...products.map(({ name }) => name), '404', 'source list --failing', 'OPERATOR_CHANNEL_URL']) {
      expect(text).toContain(part);
      expect(html).toContain(part);
    }
    expect(headers.get('auto-submitted')).toBe('auto-generated');
    const [row] = await test.database.query<{ id: string }>('SELECT id FROM system_message');
    expect(messageId).toContain(row!.id);
  });

  it('waits for an address: without one nothing counts as told', async () => {
    configure({ operatorChannelUrl: null });
    await failing(DAY);
    await send();
    expect(await reports()).toBe(0);
    const [row] = await test.database.query<{ reported_at: unknown }>('SELECT reported_at FROM software_source');
    expect(row!.reported_at).toBeNull();
  });

  // The last one: it has a service of its own.
  it('reaches a webhook inside, though no user may call it', async () => {
    await test.close();
    await start({ OUTBOUND_ALLOW: '10.99.0.0/16' });
    const agent = await test.as('ada');
    const settings = { url: operator.url };
    await agent.post('/api/v1/channel').send({ type: 'webhook', name: 'x', settings }).expect(422);
    const { id } = await product();
    await editor.put(`/api/v1/software/${id}/source`).send({ type: 'npm', settings: NPM }).expect(200);
    await test.database.execute('UPDATE software_source SET failures = 9, failing_since = ?', [LONG_AGO]);
    operator.will(200);
    await send();
    expect(operator.requests).toHaveLength(1);
  });
});

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeliveryService } from '../../src/notification/delivery/delivery.service';
import { KnowledgeService } from '../../src/source/knowledge/knowledge.service';
import { AdvisoryApp, osvOfTwelve } from '../advisory/advisory-host';
import { type Agent, expectProblem } from '../setup/api';
import { type HttpReceiver, outside } from '../setup/receivers';

const WEEK = 7 * 86_400;
const world = outside();
let operator: HttpReceiver;
let app: AdvisoryApp;
let admin: Agent;
let serial = 0;

beforeAll(async () => {
  operator = await world.http();
  app = await AdvisoryApp.start({ OPERATOR_CHANNEL_URL: operator.url, PUBLIC_URL: 'https://tracker.example' });
  admin = await app.test.as('olga', ['read', 'admin']);
  for (let at = 0; at < 12; at++) await app.product(`tool${at}`);
  await dump('2.0.0');
});

beforeEach(() => void (operator.requests.length = 0));

afterAll(() => app.test.close());

const folder = mkdtempSync(join(tmpdir(), 'held-'));

/** What the provider says of all of these products, each time newer. */
async function dump(fixed: string): Promise<string | undefined> {
  const path = join(folder, 'dump.ndjson');
  writeFileSync(path, osvOfTwelve(`2026-01-${10 + ++serial}T00:00:00Z`, fixed));
  const { held_because: because } = await app.test.app.get(KnowledgeService).import('osv', path, () => undefined);
  return because;
}

const send = () => app.test.app.get(DeliveryService).sendServiceMessages();
const bodies = () => operator.requests.map(({ body }) => JSON.parse(body) as { type: string; data: object });

async function letAWeekPass(): Promise<void> {
  const { after } = app.database.dialect;
  await app.database.execute(`UPDATE advisory_batch SET reported_at = ${after('reported_at', String(-WEEK - 1))}`);
}

describe('an import that is held', () => {
  it('is told to the operator once, and again after a week, until it is accepted', async () => {
    const because = await dump('3.0.0');
    expect(because).toMatch(/12 products/);
    operator.will(204);
    await send();
    await send();
    expect(bodies()).toEqual([
      { type: 'knowledge.held', timestamp: expect.any(String), data: { provider: 'osv', reason: because, links: {} } },
    ]);
    // The same again is no other one.
    await dump('3.0.0');
    await send();
    expect(operator.requests).toHaveLength(1);
    await letAWeekPass();
    operator.will(204);
    await send();
    expect(operator.requests).toHaveLength(2);

    const { body } = await admin.post('/api/v1/knowledge/osv/accept').expect(200);
    expect(body.data).toMatchObject({ provider: 'osv', held_because: null });
    expectProblem(await admin.post('/api/v1/knowledge/osv/accept'), 409, 'conflict');
    await letAWeekPass();
    await send();
    expect(operator.requests).toHaveLength(2);
    const { body: log } = await admin.get('/api/v1/audit?action=knowledge.accepted').expect(200);
    expect(log.data).toMatchObject([{ user: { name: 'olga' }, details: { provider: 'osv', changed: 12 } }]);

    await dump('2.0.0');
    operator.will(204);
    await send();
    expect(operator.requests).toHaveLength(3);
  });

  it('is not told any more when it was accepted meanwhile', async () => {
    await letAWeekPass();
    operator.will(500);
    await send();
    expect(operator.requests).toHaveLength(1);
    await admin.post('/api/v1/knowledge/osv/accept').expect(200);
    await app.database.execute(`UPDATE system_message SET next_at = '2020-01-01 00:00:00' WHERE next_at IS NOT NULL`);
    await send();
    expect(operator.requests).toHaveLength(1);
  });

  it('is accepted of providers that there are', async () => {
    expectProblem(await admin.post('/api/v1/knowledge/nobody/accept'), 404, 'not-found');
    expectProblem(await admin.post('/api/v1/knowledge/kev/accept'), 409, 'conflict');
  });
});

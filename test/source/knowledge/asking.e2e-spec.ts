import { loadConfig } from '../../../src/config/config';
import { KnowledgeService } from '../../../src/source/knowledge/knowledge.service';
import { createTestDatabase } from '../../setup/database';
import { TEST_SECRET_KEY } from '../../setup/planted';
import { beforeStatements } from '../../setup/statements';
import { before, full, KnowledgeApp, LifecycleHost, listed, release, TODAY } from './lifecycle-host';

const PRODUCTS = 52;

describe('a provider of lifecycles', () => {
  let host: LifecycleHost;
  let app: KnowledgeApp;

  beforeAll(async () => {
    host = await new LifecycleHost().open();
    app = await KnowledgeApp.start({ LIFECYCLE_URL: host.url });
    await app.ask();
  });

  beforeEach(() => {
    host.asked.length = 0;
    return app.reset();
  });

  afterAll(async () => {
    await app.close();
    await host.close();
  });

  /** What the tables have, without what depends on the moment. */
  const rows = async () => {
    const cycles = await app.test.database.query(
      `SELECT s.name, l.cycle, l.eol_on, l.latest, l.as_of, l.gone_at IS NOT NULL AS gone, l.origin
       FROM lifecycle l JOIN software s ON s.id = l.software_id ORDER BY s.name, l.cycle`,
    );
    const matches = await app.test.database.query(
      'SELECT s.name, m.name AS theirs, m.as_of FROM knowledge_match m JOIN software s ON s.id = m.software_id ORDER BY s.name',
    );
    return { cycles, matches };
  };

  it('is asked once a day, by a conditional request', async () => {
    const id = await app.product('tool');
    host.answers(full([listed('tool', [release('14', '2027-01-31'), release('15', null, { isEol: false })])]));
    expect(await app.state()).toMatchObject({ state: 'waiting', configured: true, as_of: null, matched: 0 });
    await app.ask();
    expect(await app.cycles(id)).toEqual(['15 null', '14 2027-01-31']);
    expect(await app.lifecycle(id)).toMatchObject({ as_of: TODAY, stale: false, source: 'endoflife.date' });
    const state = await app.state();
    expect(state).toMatchObject({ state: 'ok', as_of: TODAY, stale: false, records: 2, matched: 1, last_error: null });
    const hours = (Date.parse(state.next_at!) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(21);
    expect(hours).toBeLessThan(27);
    // Not due.
    await app.ask();
    expect(host.asked).toHaveLength(1);
    expect(await app.askNow()).toMatchObject({ state: 'ok', as_of: TODAY, records: 2, matched: 1 });
    expect(host.asked.map(({ status }) => status)).toEqual([200, 304]);
  });

  it('has its changes taken: a moved date, a new cycle, one that is no longer listed; the same again writes nothing', async () => {
    const id = await app.product('tool');
    host.answers(full([listed('tool', [release('13', '2025-01-31'), release('14', '2027-01-31')])], before(2)));
    await app.ask();
    host.answers(full([listed('tool', [release('14', '2027-06-30'), release('15', '2029-01-31')])], before(1)));
    await app.askNow();
    expect(await app.cycles(id)).toEqual(['15 2029-01-31', '14 2027-06-30', '13 2025-01-31 gone']);
    const written: string[] = [];
    const stop = beforeStatements(app.test, (statement) => {
      if (/^\s*(INSERT INTO|UPDATE|DELETE FROM)\s+(?!knowledge SET|knowledge \()/i.test(statement))
        written.push(statement);
    });
    host.answers(full([listed('tool', [release('15', '2029-01-31'), release('14', '2027-06-30')])], TODAY));
    await app.due();
    await app.ask();
    stop();
    expect(written).toEqual([]);
    expect(await app.lifecycle(id)).toMatchObject({ as_of: TODAY });
    host.answers(full([listed('tool', [release('13', '2025-01-31')])], TODAY));
    await app.askNow();
    expect(await app.cycles(id)).toEqual(['15 2029-01-31 gone', '14 2027-06-30 gone', '13 2025-01-31']);
  });

  it('keeps what was known of a product that it no longer lists, with its day', async () => {
    const id = await app.product('tool');
    host.answers(
      full([listed('tool', [release('14', '2027-01-31')]), listed('other', [release('1', null)])], before(9)),
    );
    await app.ask();
    host.answers(full([listed('other', [release('1', null)])]));
    expect(await app.askNow()).toMatchObject({ as_of: TODAY, matched: 0 });
    expect(await app.cycles(id)).toEqual(['14 2027-01-31']);
    expect(await app.lifecycle(id)).toMatchObject({ as_of: before(9), stale: false });
  });

  it.each<[string, (response: import('node:http').ServerResponse) => void, RegExp]>([
    [
      'a page',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>'),
      /not JSON/,
    ],
    ['404 with a page', (response) => response.writeHead(404).end('<h1>Not Found</h1>'), /404/],
    ['no products', (response) => response.end(JSON.stringify(full([]))), /no release cycles/],
    [
      'more than 32 MB',
      (response) => {
        response.writeHead(200);
        const piece = Buffer.alloc(1024 * 1024, 32);
        const next = (left: number): void =>
          void (left === 0 ? response.end() : response.write(piece, () => next(left - 1)));
        next(34);
      },
      /longer than 32 MB/,
    ],
    [
      'an answer that is too slow',
      (response) => {
        response.writeHead(200);
        response.write(Buffer.alloc(1_100_000, 32));
      },
      /too slow|not respond|took too long|time/i,
    ],
    ['half an answer', (response) => response.writeHead(200, { 'content-length': '999' }).end('{'), /./],
  ])('changes nothing by %s, says why, and is asked later and later', async (_what, respond, reason) => {
    const id = await app.product('tool');
    host.answers(full([listed('tool', [release('14', '2027-01-31')])]));
    await app.ask();
    const stored = await rows();
    host.answersBy(respond);
    const first = await app.askNow();
    expect(first).toMatchObject({ state: 'failing', failures: 1, as_of: TODAY, matched: 1 });
    expect(first.last_error).toMatch(reason);
    expect((Date.parse(first.next_at!) - Date.now()) / 1_000).toBeLessThan(200);
    expect(await rows()).toEqual(stored);
    host.answersBy((response) => response.writeHead(429, { 'retry-after': '7200' }).end());
    const second = await app.askNow();
    expect(second).toMatchObject({ state: 'failing', failures: 2 });
    expect((Date.parse(second.next_at!) - Date.now()) / 1_000).toBeGreaterThan(7_000);
    host.answers(full([listed('tool', [release('14', '2027-02-28')])]));
    expect(await app.askNow()).toMatchObject({ state: 'ok', failures: 0, last_error: null });
    expect(await app.cycles(id)).toEqual(['14 2027-02-28']);
  });

  it('is stale after three days without an answer, and so are the answers made from it', async () => {
    const id = await app.product('tool');
    host.answers(full([listed('tool', [release('14', '2027-01-31')])], before(20)));
    await app.ask();
    expect(await app.lifecycle(id)).toMatchObject({ as_of: before(20), stale: false });
    const { dialect } = app.test.database;
    const lastAnswer = (seconds: number) =>
      app.test.database.execute(`UPDATE knowledge SET answered_at = ${dialect.after(dialect.now, String(-seconds))}`);
    await lastAnswer(3 * 86_400);
    expect(await app.lifecycle(id)).toMatchObject({ stale: false });
    await lastAnswer(4 * 86_400 + 60);
    expect(await app.lifecycle(id)).toMatchObject({ as_of: before(20), stale: true, source: 'endoflife.date' });
    expect(await app.state()).toMatchObject({ stale: true });
    const ada = await app.test.as('ada');
    const made = await ada.post('/api/v1/favorite').send({ software: id, version: '14.1' }).expect(201);
    await app.test.check();
    const one = await ada.get(`/api/v1/favorite/${made.body.data.uuid}?includeSupport`).expect(200);
    expect(one.body.data.support).toMatchObject({
      cycle: '14',
      eol_on: '2027-01-31',
      stale: true,
      source: 'endoflife.date',
    });
    const latest = await ada.get(`/api/v1/software/${id}?includeSupport`).expect(200);
    expect(latest.body.data.support).toMatchObject({ stale: true });
    const metrics = (await app.test.http.get('/metrics').expect(200)).text;
    expect(Number(/^knowledge_unanswered_seconds (\d+)$/m.exec(metrics)![1])).toBeGreaterThan(4 * 86_400);
    await app.askNow();
    expect(await app.lifecycle(id)).toMatchObject({ stale: false });
  });

  it('makes favorites be evaluated anew when a date moves', async () => {
    const id = await app.product('tool');
    const ada = await app.test.as('ada');
    const made = await ada.post('/api/v1/favorite').send({ software: id, version: '14.1' }).expect(201);
    const support = async () => {
      await app.test.check();
      const { body } = await ada.get(`/api/v1/favorite/${made.body.data.uuid}?includeSupport`).expect(200);
      return body.data.support as object;
    };
    host.answers(full([listed('tool', [release('14', '2199-01-31')])], before(1)));
    await app.ask();
    expect(await support()).toMatchObject({ state: 'supported', eol_on: '2199-01-31', as_of: before(1) });
    host.answers(full([listed('tool', [release('14', '2021-01-31')])]));
    await app.askNow();
    expect(await support()).toMatchObject({ state: 'ended', eol_on: '2021-01-31', as_of: TODAY });
  });

  it('ends at the same rows wherever it was stopped', async () => {
    // More than a batch has.
    for (let at = 0; at < PRODUCTS; at++)
      await app.product(`tool ${at}`, { identity: { kind: 'endoflife', id: `tool${at}` } });
    const many = (eol: string, cycles: string[]) =>
      Array.from({ length: PRODUCTS }, (_, at) =>
        listed(
          `tool${at}`,
          cycles.map((name) => release(name, eol)),
        ),
      );
    host.answers(full(many('2027-01-31', ['13', '14']), before(3)));
    await app.ask();
    host.answers(full(many('2028-01-31', ['14', '15']), before(1)));
    let stopped = 0;
    for (let failAt = 1, isDone = false; !isDone; failAt += 9) {
      let count = 0;
      const stop = beforeStatements(app.test, (statement) => {
        // A connection that is gone takes its transaction back.
        if (statement !== 'ROLLBACK' && ++count >= failAt) throw new Error('stopped here');
      });
      await app.test.app
        .get(KnowledgeService)
        .askDue()
        .catch(() => undefined);
      stop();
      isDone = count < failAt;
      stopped += isDone ? 0 : 1;
      // As after a kill: the claim is left until its lease ends.
      await app.test.database.execute(
        `UPDATE knowledge SET held_until = ${app.test.database.dialect.now}, next_at = ${app.test.database.dialect.now}`,
      );
    }
    expect(stopped).toBeGreaterThan(3);
    await app.askNow();
    const { cycles, matches } = await rows();
    expect(matches).toHaveLength(PRODUCTS);
    expect(cycles).toHaveLength(3 * PRODUCTS);
    const kinds = new Set(
      (cycles as { cycle: string; eol_on: string; as_of: string; gone: number }[]).map(
        (row) => `${row.cycle} ${row.eol_on} ${row.as_of} ${Number(row.gone)}`,
      ),
    );
    expect([...kinds].sort()).toEqual([
      `13 2027-01-31 ${before(3)} 1`,
      `14 2028-01-31 ${before(1)} 0`,
      `15 2028-01-31 ${before(1)} 0`,
    ]);
    expect(await app.state()).toMatchObject({
      state: 'ok',
      as_of: before(1),
      matched: PRODUCTS,
      records: 2 * PRODUCTS,
    });
  });
});

describe('the address of a provider', () => {
  let host: LifecycleHost;

  beforeEach(async () => {
    host = await new LifecycleHost().open();
    host.answers(full([listed('tool', [release('14', '2027-01-31')])]));
  });

  afterEach(() => host.close());

  it('may have a user, a password and a query, which nobody gets to see', async () => {
    const url = new URL(`${host.url}?key=planted-key`);
    url.username = 'operator';
    url.password = 'planted%2Fword';
    const app = await KnowledgeApp.start({ LIFECYCLE_URL: url.href, OUTBOUND_ALLOW: '10.0.0.0/8' });
    await app.ask();
    expect(host.asked[0]).toMatchObject({ url: '/products/full?key=planted-key' });
    const basic = Buffer.from('operator:planted/word').toString('base64');
    expect(host.asked[0]!.headers.authorization).toBe(`Basic ${basic}`);
    host.answersBy((response) => response.writeHead(401).end());
    const state = await app.askNow();
    expect(state).toMatchObject({ state: 'failing' });
    expect(JSON.stringify(state)).not.toMatch(/planted|operator|127\.0\.0\.1/);
    const row = JSON.stringify(await app.test.database.query('SELECT * FROM knowledge'));
    expect(row).not.toMatch(/planted|operator|127\.0\.0\.1/);
    await app.close();
  });

  it('may lead elsewhere, but not inside, and without its credentials', async () => {
    const inside = await new LifecycleHost().open();
    const url = new URL(host.url);
    url.username = 'operator';
    host.answersBy((response) => response.writeHead(302, { location: inside.url }).end());
    const app = await KnowledgeApp.start({ LIFECYCLE_URL: url.href, OUTBOUND_ALLOW: '10.0.0.0/8' });
    await app.ask();
    expect(await app.state()).toMatchObject({ state: 'failing' });
    expect(inside.asked).toHaveLength(0);
    await app.close();
    const open = await KnowledgeApp.start({ LIFECYCLE_URL: url.href });
    inside.answers(full([listed('tool', [release('14', '2027-01-31')])]));
    await open.ask();
    expect(await open.state()).toMatchObject({ state: 'ok' });
    expect(inside.asked[0]!.headers.authorization).toBeUndefined();
    await open.close();
    await inside.close();
  });

  it('is asked by one of two replicas, and by the other when the first has died', async () => {
    const database = await createTestDatabase();
    const start = () => KnowledgeApp.start({ LIFECYCLE_URL: host.url, DATABASE_URL: database.url });
    const [one, other] = [await start(), await start()];
    const id = await one.product('tool');
    await Promise.all([one.ask(), other.ask(), one.ask(), other.ask()]);
    expect(host.asked).toHaveLength(1);
    expect(await other.cycles(id)).toEqual(['14 2027-01-31']);
    // The first hangs in the middle of an answer; its lease ends.
    await one.due();
    let end: () => void = () => undefined;
    const reached = new Promise<void>((resolve) =>
      host.answersBy((response) => {
        end = () => response.end(JSON.stringify(full([listed('tool', [release('14', '2030-12-31')])])));
        resolve();
      }),
    );
    const hanging = one.ask();
    await reached;
    host.answers(full([listed('tool', [release('14', '2028-01-31')])]));
    await other.ask();
    expect(host.asked).toHaveLength(2);
    await other.test.database.execute(`UPDATE knowledge SET held_until = ${other.test.database.dialect.now}`);
    await other.ask();
    expect(host.asked).toHaveLength(3);
    end();
    await hanging;
    expect(await other.cycles(id)).toEqual(['14 2028-01-31']);
    expect(await other.state()).toMatchObject({ state: 'ok', failures: 0 });
    await one.close();
    await other.close();
    await database.drop();
  });

  it('is asked at once when it is another one, without the validators of the one before', async () => {
    const database = await createTestDatabase();
    const first = await KnowledgeApp.start({ LIFECYCLE_URL: host.url, DATABASE_URL: database.url });
    await first.ask();
    const second = await KnowledgeApp.start({ LIFECYCLE_URL: `${host.url}?again`, DATABASE_URL: database.url });
    await second.ask();
    expect(host.asked.map(({ url, status }) => `${url} ${status}`)).toEqual([
      '/products/full 200',
      '/products/full?again 200',
    ]);
    await first.close();
    await second.close();
    await database.drop();
  });

  it.each(['ftp://files.example/full', 'https://host.example/full#x', 'nonsense', 'https://a:%zz@host.example/'])(
    'is refused at the start: %s',
    (url) => {
      const environment = { DATABASE_URL: 'sqlite:none.sqlite', SECRET_KEY: TEST_SECRET_KEY, LIFECYCLE_URL: url };
      expect(() => loadConfig(environment)).toThrow(/LIFECYCLE_URL must be/);
    },
  );
});

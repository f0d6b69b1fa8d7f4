import { type QueryFailedError } from 'typeorm';
import { Database, type Parameter, type Transaction } from '../../src/database/database';
import { EvaluationRepository } from '../../src/favorite/store/evaluation.repository';
import { SupportRepository } from '../../src/favorite/store/support.repository';
import { DeliveryRepository } from '../../src/notification/delivery/delivery.repository';
import { DigestScheduler } from '../../src/notification/delivery/digest/digest-scheduler';
import { SystemMessageRepository } from '../../src/notification/system-message/system-message.repository';
import { KnowledgeRepository } from '../../src/source/knowledge/knowledge.repository';
import { SourceHostRepository } from '../../src/source/polling/source-host.repository';
import { UpdatePartRepository } from '../../src/update-check/update-part.repository';
import { UpdateMarkRepository } from '../../src/version/versions/update-mark.repository';
import { startApp, type TestApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { createEmptyDatabase, type TestDatabase } from '../setup/database';
import { Nodes } from './nodes';

/** See crash.e2e-spec.ts. */
const NODES_PORT = Number(process.env.CRASH_NODES_PORT ?? 0);
const ROUNDS = 300;

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Something that one of two replicas is to have. */
interface Kind {
  what: string;
  /** Makes all of it free. */
  free(): Promise<unknown>;
  /** @returns what this replica has now: the key of a row, and, where there is one, the id of its claim */
  take(replica: TestApp): Promise<string[]>;
  /** The same of all rows, as the database has it. */
  held: string;
}

/** Replicas use one node (`Writer`). This is the second line of defence: where they do not, each claim has to conflict at `COMMIT` with its like. */
(NODES_PORT > 0 ? describe : describe.skip)('two replicas that write to two nodes of a cluster', () => {
  // A node would try a statement without a transaction once more by itself.
  const nodes = new Nodes(NODES_PORT, { 'wsrep-retry-autocommit': 0 });
  let database: TestDatabase;
  const replicas: TestApp[] = [];
  /** By number and place. */
  let errors: Record<string, number> = {};

  beforeAll(async () => {
    await nodes.open();
    database = await createEmptyDatabase();
    for (const node of [1, 2]) {
      const url = new URL(database.url);
      url.port = String(nodes.portOf(node));
      replicas.push(await startApp({ DATABASE_URL: url.href }));
    }
    for (const replica of replicas) countErrors(replica.database);
    await fill();
  }, 300_000);

  afterAll(async () => {
    for (const replica of replicas) await replica.close();
    await database.drop();
    nodes.close();
  }, 60_000);

  /** Of each try, whether it is made again or not. */
  function countErrors(of: Database): void {
    const watching = of as unknown as { watched<T>(work: () => Promise<T>): Promise<T> };
    const { watched } = watching;
    watching.watched = (work) =>
      watched.call(of, work).catch((error: QueryFailedError) => {
        const { errno } = error.driverError as { errno?: number };
        const place = error.query === 'COMMIT' ? 'COMMIT' : 'statement';
        errors[`${errno} ${place}`] = (errors[`${errno} ${place}`] ?? 0) + 1;
        throw error;
      }) as never;
  }

  const execute = (statement: string, parameters: Parameter[] = []) =>
    replicas[0]!.database.execute(statement, parameters);

  /** Each node has what the other one has written. */
  const catchUp = () =>
    Promise.all(replicas.map((one) => one.database.query('SET STATEMENT wsrep_sync_wait = 1 FOR SELECT 1 AS done')));

  const now = 'UTC_TIMESTAMP(6)';
  let softwareId = '';

  async function fill(): Promise<void> {
    const test = replicas[0]!;
    const records = NAMES.slice(4).map((name) => product(name, ['1']));
    await test.import(...records);
    const products = await test.database.query<{ id: string }>('SELECT id FROM software');
    softwareId = products[0]!.id;
    for (const user of ['ada', 'ben']) {
      const agent = await test.as(user);
      const channel = { type: 'log', name: 'log', settings: {} };
      await agent.post('/api/v1/channel').send(channel).expect(201);
      for (const { id } of products)
        await agent.post('/api/v1/favorite').send({ software: id, version: '1' }).expect(201);
    }
    await test.import(...records.map((record) => ({ ...record, versions: [{ version: '2' }] })));
    await test.check();
    for (const name of NAMES) {
      await execute('INSERT INTO source_host (host) VALUES (?)', [name]);
      await test.app.get(KnowledgeRepository).prepare(name, null);
      await test.database.transaction((sql) => test.app.get(SystemMessageRepository).enqueue(sql, 'report'));
    }
  }

  const dueDeliveries = async (replica: TestApp) =>
    (await replica.database.query<{ id: string }>(`SELECT id FROM delivery WHERE next_at <= ${now}`)).map(
      ({ id }) => id,
    );

  async function takeDeliveries(replica: TestApp): Promise<string[]> {
    const due = await dueDeliveries(replica);
    if (due.length === 0) return [];
    const { claimed } = await replica.app
      .get(DeliveryRepository)
      .claim(due, (candidates) => candidates.map(({ id }) => id));
    return claimed.ids.map((id) => `${id} ${claimed.claim}`);
  }

  async function freeParts(claims: (string | null)[]): Promise<void> {
    await execute('DELETE FROM update_mark');
    await execute(`INSERT INTO update_mark (software_id, revision, parts_of, next_at) VALUES (?, 1, 1, ${now})`, [
      softwareId,
    ]);
    for (const [place, claim] of claims.entries())
      await execute(
        `INSERT INTO update_part (software_id, place, last_id, next_at, claim_id) VALUES (?, ?, '', ${now}, ?)`,
        [softwareId, place, claim],
      );
  }

  /** What favorites have to be looked at for; the transaction that takes them writes them. */
  const favorites = (
    column: string,
    take: (replica: TestApp, sql: Transaction) => Promise<string[]>,
  ): Omit<Kind, 'what'> => ({
    free: () => execute(`UPDATE favorite SET ${column} = '2026-01-01'`),
    take: (replica) => replica.database.transaction((sql) => take(replica, sql)),
    held: `SELECT id AS held FROM favorite WHERE ${column} IS NULL OR ${column} > ${now}`,
  });

  const kinds: Kind[] = [
    {
      what: 'deliveries',
      free: () =>
        execute(
          `UPDATE delivery SET next_at = ${now}, claim_id = NULL, attempts = 0, collect_at = NULL, digest_id = NULL`,
        ),
      take: takeDeliveries,
      held: `SELECT CONCAT(id, ' ', claim_id) AS held FROM delivery WHERE next_at > ${now}`,
    },
    {
      what: 'digests, which they gather',
      free: () =>
        execute(
          `UPDATE delivery SET collect_at = ${now}, next_at = NULL, claim_id = NULL, attempts = 0, digest_id = NULL`,
        ),
      take: async (replica) => {
        await replica.app.get(DigestScheduler).gatherDue();
        return takeDeliveries(replica);
      },
      // One message for each channel, with all that there is.
      held: `SELECT CONCAT(MAX(CASE WHEN next_at > ${now} THEN id END), ' ', claim_id) AS held FROM delivery
             GROUP BY claim_id, digest_id, channel_id HAVING COUNT(*) = 4 AND COUNT(next_at) = 1`,
    },
    {
      what: 'messages of the system',
      free: () => execute(`UPDATE system_message SET next_at = ${now}, claim_id = NULL, attempts = 0`),
      take: async (replica) => {
        const claimed = await replica.app.get(SystemMessageRepository).claimDue('report', 100);
        return claimed.map(({ id, claim_id }) => `${id} ${claim_id}`);
      },
      held: `SELECT CONCAT(id, ' ', claim_id) AS held FROM system_message WHERE next_at > ${now}`,
    },
    {
      what: 'hosts whose sources are due',
      free: () => execute(`UPDATE source_host SET next_at = ${now}, held_until = NULL, claim_id = NULL`),
      take: async (replica) => {
        const claimed = await replica.app.get(SourceHostRepository).claimDue(100, []);
        return claimed.map(({ host, claim }) => `${host} ${claim}`);
      },
      held: `SELECT CONCAT(host, ' ', claim_id) AS held FROM source_host WHERE held_until > ${now}`,
    },
    {
      what: 'one host after the other, without a transaction',
      free: () => execute(`UPDATE source_host SET held_until = NULL, claim_id = NULL`),
      take: async (replica) => {
        const claimed = await Promise.all(NAMES.map((name) => replica.app.get(SourceHostRepository).claim(name)));
        return claimed.flatMap((one) => (one ? [`${one.host} ${one.claim}`] : []));
      },
      held: `SELECT CONCAT(host, ' ', claim_id) AS held FROM source_host WHERE held_until > ${now}`,
    },
    {
      what: 'knowledge, without a transaction',
      free: () => execute('UPDATE knowledge SET held_until = NULL, claim_id = NULL'),
      take: async (replica) => {
        const claimed = await Promise.all(NAMES.map((name) => replica.app.get(KnowledgeRepository).claimFree(name)));
        return claimed.flatMap((one) => (one ? [`${one.provider} ${one.id}`] : []));
      },
      held: `SELECT CONCAT(provider, ' ', claim_id) AS held FROM knowledge WHERE held_until > ${now}`,
    },
    {
      what: 'products whose versions changed',
      free: () =>
        execute(
          `INSERT INTO update_mark (software_id, revision, next_at) SELECT id, 1, ${now} FROM software
           ON DUPLICATE KEY UPDATE next_at = ${now}, claim_id = NULL, parts_of = NULL`,
        ),
      take: async (replica) => {
        const claimed = await replica.app.get(UpdateMarkRepository).claim(100);
        return claimed.map((one) => `${one.softwareId} ${one.claimId}`);
      },
      held: `SELECT CONCAT(software_id, ' ', claim_id) AS held FROM update_mark WHERE next_at > ${now}`,
    },
    {
      what: 'favorites, to remind their owners',
      ...favorites('due_at', (replica, sql) => replica.app.get(EvaluationRepository).claimDueReminders(sql, 100)),
    },
    {
      what: 'favorites whose policy allows more by now',
      ...favorites('evaluate_at', (replica, sql) =>
        replica.app.get(EvaluationRepository).claimDuePolicies(sql, '2026-01-02 00:00:00.000000', 100),
      ),
    },
    {
      what: 'favorites, to alert their owners',
      ...favorites('alert_at', async (replica, sql) => {
        const support = replica.app.get(SupportRepository);
        const due = await support.claimDueAlerts(sql, '2026-01-02 00:00:00.000000', 100);
        await support.setNextAlerts(
          sql,
          due.map(({ id }) => ({ id, at: null })),
        );
        return due.map(({ id }) => id);
      }),
    },
    {
      what: 'parts of a product',
      free: () => freeParts([null, null, null, null]),
      take: async (replica) => {
        const taken: string[] = [];
        for (;;) {
          const part = await replica.app.get(UpdatePartRepository).claim(softwareId);
          if (!part) return taken;
          taken.push(`${part.place} ${part.claimId}`);
        }
      },
      held: `SELECT CONCAT(place, ' ', claim_id) AS held FROM update_part WHERE next_at > ${now}`,
    },
    {
      what: 'the end of a product, of which each ends a part',
      free: () => freeParts(['claim 0', 'claim 1']),
      take: async (replica) => {
        const place = replicas.indexOf(replica);
        const part = { softwareId, place, lastId: '', endId: null, claimId: `claim ${place}` };
        return (await replica.app.get(UpdatePartRepository).finish(part)) ? ['the end'] : [];
      },
      held: `SELECT 'the end' AS held FROM software WHERE id = '$' AND NOT EXISTS (SELECT 1 FROM update_mark)`,
    },
  ];

  it.each(kinds.map((kind) => [kind.what, kind] as const))(
    'have %s once',
    async (_, { what, free, take, held }) => {
      errors = {};
      const before = await nodes.conflicts();
      for (let round = 0; round < ROUNDS; round++) {
        await free();
        await catchUp();
        const taken = (await Promise.all(replicas.map(take))).flat().sort();
        await catchUp();
        for (const replica of replicas) {
          const rows = await replica.database.query<{ held: string }>(held.replace('$', softwareId));
          expect({ round, taken }).toEqual({ round, taken: rows.map((row) => row.held).sort() });
        }
        expect(taken.length).toBeGreaterThan(0);
      }
      const after = await nodes.conflicts();
      const [failed, gaveWay] = [after.failed - before.failed, after.gaveWay - before.gaveWay];
      process.stdout.write(`${what}: ${JSON.stringify({ rounds: ROUNDS, failed, gaveWay, errors })}\n`);
      // Or it has shown nothing.
      expect(failed + gaveWay).toBeGreaterThan(ROUNDS / 10);
    },
    300_000,
  );
});

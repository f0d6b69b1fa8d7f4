import { UNKNOWN_ID } from '../setup/api';
import { useApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { onServerDatabase } from '../setup/process';
import { beforeStatements } from '../setup/statements';
import { type Agent, crowd, newUser, track, type Tracked } from '../setup/tracking';
import type { Parameter } from '../../src/database/database';

interface Statement {
  text: string;
  parameters: Parameter[];
}

/** One table of a plan. */
interface Step {
  table: string;
  index: string | null;
  /** Reads the whole table or the whole index. */
  whole: boolean;
  /** Reads the index alone, and not its rows. */
  covered: boolean;
  sorts: boolean;
}

const MANY = 2_000;

describe('the plan of', () => {
  const test = useApp();
  let ada: Agent;
  let tracked: Tracked;

  beforeAll(async () => {
    await test.import(...Array.from({ length: 60 }, (_, index) => product(`Product of many ${index}`, ['1.0', '1.1'])));
    ada = await newUser(test);
    await manyFavorites();
    await multiply('publisher', 200);
    await multiply('software', 200);
    await multiply('audit_entry', 50);
    tracked = await track(test, ada, '1.0');
    await crowd(test, tracked, MANY);
    await test.database.execute('INSERT INTO favorite_policy (favorite_id) SELECT id FROM favorite');
    await tracked.release('2.0');
    await test.check();
    for (const table of [
      'software',
      'version',
      'publisher',
      'favorite',
      'favorite_policy',
      'notification',
      'delivery',
      'update_mark',
      'channel',
      'audit_entry',
    ])
      await test.database.query(onServerDatabase ? `ANALYZE TABLE ${table}` : `ANALYZE ${table}`);
  });

  /** Rows of a table again and again under other ids, names and identities: a small table is faster read whole. */
  async function multiply(table: 'software' | 'publisher' | 'audit_entry', times: number): Promise<void> {
    const [row] = await test.database.query<Record<string, unknown>>(`SELECT * FROM ${table} LIMIT 1`);
    const columns = Object.keys(row!);
    const other = (column: string) => (onServerDatabase ? `CONCAT(${column}, ' ', n.n)` : `${column} || ' ' || n.n`);
    const values = columns.map((column) => {
      if (column === 'id') return test.database.dialect.uuid;
      return ['name', 'name_key', 'identity'].includes(column) ? other(`t.${column}`) : `t.${column}`;
    });
    const numbers = Array.from({ length: times }, (_, index) => `SELECT ${index + 1} AS n`).join(' UNION ALL ');
    await test.database.execute(
      `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM ${table} t CROSS JOIN (${numbers}) n`,
    );
  }

  /** Favorites of one user on products of the catalogue. */
  async function manyFavorites(): Promise<void> {
    const { body } = await ada.get('/api/v1/software?per_page=200&includeLatestVersion').expect(200);
    const products = body.data as { id: string; latest_version: { id: string } | null }[];
    for (const { id, latest_version } of products)
      if (latest_version)
        await ada.post('/api/v1/favorite').send({ software: id, version: latest_version.id }).expect(201);
  }

  async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
    const statements: Statement[] = [];
    const stop = beforeStatements(test, (text, parameters) => {
      if (/^\s*(SELECT|INSERT|UPDATE|DELETE)/i.test(text) && /\s(FROM|INTO|JOIN|UPDATE)\s/i.test(` ${text}`))
        statements.push({ text, parameters: parameters as Parameter[] });
    });
    try {
      await work();
    } finally {
      stop();
    }
    return statements;
  }

  const planOf = async ({ text, parameters }: Statement): Promise<Step[]> =>
    onServerDatabase ? serverPlan(text, parameters) : sqlitePlan(text, parameters);

  async function serverPlan(text: string, parameters: Parameter[]): Promise<Step[]> {
    // What MySQL answers by default is a tree; MariaDB knows the table only.
    const explain = test.database.dialect.kind === 'mysql' ? 'EXPLAIN FORMAT=TRADITIONAL' : 'EXPLAIN';
    const rows = await test.database.query<Record<string, string | null>>(`${explain} ${text}`, parameters);
    return (
      rows
        // MySQL lists the table that an INSERT goes into, as one that is read.
        .filter(({ table, select_type }) => table != null && !table.startsWith('<') && select_type !== 'INSERT')
        .map(({ table, type, key, Extra }) => ({
          table: table!,
          index: key ?? null,
          whole: type === 'ALL' || type === 'index',
          covered: /Using index(?! condition)/.test(Extra ?? ''),
          sorts: /filesort/.test(Extra ?? ''),
        }))
    );
  }

  async function sqlitePlan(text: string, parameters: Parameter[]): Promise<Step[]> {
    const rows = await test.database.query<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, parameters);
    const sorts = rows.some(({ detail }) => /TEMP B-TREE FOR ORDER BY/.test(detail));
    return rows.flatMap(({ detail }) => {
      const match = /^(SCAN|SEARCH) (\w+)(?:.*?USING (?:COVERING )?INDEX (\w+))?/.exec(detail);
      if (!match) return [];
      const [, kind, table, index] = match;
      return [
        {
          table: table!,
          index: index ?? (detail.includes('PRIMARY KEY') ? 'PRIMARY' : null),
          whole: kind === 'SCAN',
          covered: detail.includes('COVERING INDEX'),
          sorts,
        },
      ];
    });
  }

  describe('a list', () => {
    it.each<[string, () => string, string]>([
      ['favorites', () => '/api/v1/favorite', 'favorite_user_created'],
      ['favorites by freshness', () => '/api/v1/favorite?includeFreshness&freshness=stale', 'favorite_user_created'],
      ['favorites by their change', () => '/api/v1/favorite?sort=-updated_at', 'favorite_user_updated'],
      ['software', () => '/api/v1/software', 'software_name'],
      ['software by its change', () => '/api/v1/software?sort=-last_update', 'software_updated'],
      ['publishers', () => '/api/v1/publisher', 'publisher_name'],
      ['publishers by their change', () => '/api/v1/publisher?sort=last_update', 'publisher_updated'],
      ['versions', () => `/api/v1/software/${tracked.software}/versions?per_page=50`, 'version_listed'],
      [
        'versions by date',
        () => `/api/v1/software/${tracked.software}/versions?sort=created_at&per_page=50`,
        'version_listed_created',
      ],
      ['notifications', () => '/api/v1/notification', 'notification_user'],
      ['notifications by state', () => '/api/v1/notification?state=failed', 'notification_user'],
      ['notifications of a channel', () => `/api/v1/notification?channel=${UNKNOWN_ID}`, 'delivery_channel_log'],
      ['channels', () => '/api/v1/channel', 'channel_user'],
    ])('of %s reads the rows of a page in the order of its index', async (_what, path, index) => {
      const statements = await statementsOf(() => ada.get(path()).expect(200));
      const list = statements.filter(({ text }) => text.includes('cursor_value'));
      expect(list).toHaveLength(1);
      const plan = await planOf(list[0]!);
      expect(plan.map((step) => step.index)).toContain(index);
      expect(plan.filter(({ sorts }) => sorts)).toEqual([]);
    });

    it.each([
      ['changes', '', 'audit_entry_created'],
      ['changes by a user', `user=${UNKNOWN_ID}`, 'audit_entry_user'],
      ['changes of a kind', 'action=token.revoked', 'audit_entry_action'],
      ['changes of a kind of resource', 'resource_type=profile', 'audit_entry_type'],
      ['changes of a resource', `resource=${UNKNOWN_ID}`, 'audit_entry_resource'],
    ])('of %s reads the rows of a page in the order of its index', async (_what, query, index) => {
      const auditor = await test.as('auditor', ['admin']);
      const statements = await statementsOf(() => auditor.get(`/api/v1/audit?${query}`).expect(200));
      const plan = await planOf(statements.find(({ text }) => text.includes('cursor_value'))!);
      expect(plan.find(({ table }) => table === 'a')).toMatchObject({ index });
      expect(plan.filter(({ sorts }) => sorts)).toEqual([]);
    });

    it.each([
      ['a part of the name', '/api/v1/software?name[like]=of many', 'software_name'],
      ['the number of its page', '/api/v1/software?page=20&includePublisher', 'software_name'],
      // The name of a publisher is unique: its index has the id only where every index does.
      ...(onServerDatabase ? [['a part of the name', '/api/v1/publisher?name[like]=a', 'publisher_name']] : []),
    ])('passes over what is not shown by %s in the index alone: %s', async (_what, path, index) => {
      const statements = await statementsOf(() => ada.get(path).expect(200));
      const [list] = statements.filter(({ text }) => text.includes('cursor_value'));
      const plan = await planOf(list!);
      expect(plan.find((step) => step.index === index)).toMatchObject({ covered: true });
      expect(plan.filter((step) => step.index === 'PRIMARY' && step.whole)).toEqual([]);
    });

    it('of software goes on from a cursor without reading what came before', async () => {
      const { body } = await ada.get('/api/v1/software?per_page=50').expect(200);
      const path = `/api/v1/software?per_page=50&cursor=${encodeURIComponent(body.meta.next_cursor as string)}`;
      const [list] = (await statementsOf(() => ada.get(path).expect(200))).filter(({ text }) =>
        text.includes('cursor_value'),
      );
      const plan = await planOf(list!);
      expect(plan.find(({ index }) => index === 'software_name')).toMatchObject({ sorts: false });
    });
  });

  describe('of the support of favorites', () => {
    beforeAll(async () => {
      // Of a tenth of them support has ended, or ends soon.
      const few = onServerDatabase ? 'CRC32(id) % 10 = 0' : "substr(id, 36) IN ('0', '1')";
      await test.database.execute(
        `UPDATE favorite SET support = 1, eol_on = CASE WHEN ${few} THEN '2020-01-01' ELSE '2090-01-01' END`,
      );
      await test.database.query(onServerDatabase ? 'ANALYZE TABLE favorite' : 'ANALYZE favorite');
    });

    it.each([
      ['support=ended&sort=eol'],
      ['support=ending&sort=eol'],
      ['support=extended&sort=eol'],
      ['eol[lt]=2021-01-01&sort=-eol'],
      // Elsewhere in the order of creation, which needs no sorting.
      ...(onServerDatabase ? [['support=ended'], ['eol[gte]=2089-01-01&update_available=true']] : []),
    ])('a list by %s looks into its index first', async (query) => {
      const statements = await statementsOf(() => ada.get(`/api/v1/favorite?${query}&includeSupport`).expect(200));
      const plan = await planOf(statements.find(({ text }) => text.includes('cursor_value'))!);
      expect(plan.filter(({ index }) => index === 'favorite_user_support')).not.toEqual([]);
      expect(plan.filter(({ whole, table }) => whole && table !== 'page')).toEqual([]);
    });

    it('a list in the order of the end of support reads what its user has', async () => {
      const statements = await statementsOf(() => ada.get('/api/v1/favorite?sort=eol').expect(200));
      const plan = await planOf(statements.find(({ text }) => text.includes('cursor_value'))!);
      expect(plan.find(({ table }) => table === 'f')).toMatchObject({
        index: expect.stringMatching(/^favorite_user_/),
        whole: false,
      });
    });

    it('the summary counts from its index alone', async () => {
      const statements = await statementsOf(() => ada.get('/api/v1/summary').expect(200));
      const count = statements.find(({ text }) => text.includes('next_on'))!;
      expect(await planOf(count)).toMatchObject([
        { table: 'f', index: 'favorite_user_support', whole: false, covered: true },
      ]);
    });
  });

  it('everything that the check does uses an index, whether there is something to do or not', async () => {
    await tracked.release('3.0');
    const statements = await statementsOf(async () => {
      await test.check();
      await test.check();
    });
    expect(statements.length).toBeGreaterThan(8);
    const wrong: string[] = [];
    for (const statement of statements)
      for (const step of await planOf(statement))
        // The marks are few, and the queue of them is read in its order; what is given with a statement is read as a whole.
        // SQLite calls the rows of a VALUES by their number.
        if (step.whole && !/^(update_mark|m|json_each|given|\d+)$/.test(step.table) && step.index === null)
          wrong.push(`${step.table}: ${statement.text.replace(/\s+/g, ' ')}`);
    expect(wrong).toEqual([]);
  });

  it('the claim of what is to be sent reads due rows in their order', async () => {
    // Who they are for is made up, so nothing but the claim itself can work.
    await test.database.execute("UPDATE delivery SET next_at = '2999-01-01 00:00:00.000000'");
    const statements = await statementsOf(() => test.deliver());
    const claim = statements.find(({ text }) => /^\s*SELECT\b[^]*\bFROM delivery\b[^]*\bWHERE next_at/.test(text))!;
    expect(await planOf(claim)).toMatchObject([
      { table: 'delivery', index: 'delivery_due', whole: false, sorts: false },
    ]);
  });

  it('the search for digests that are due reads due rows by their index', async () => {
    await test.database.execute("UPDATE delivery SET collect_at = '2999-01-01 00:00:00.000000', next_at = NULL");
    const [row] = await test.database.query<{ id: string; channel_id: string }>('SELECT * FROM delivery LIMIT 1');
    await test.database.execute("UPDATE delivery SET collect_at = '2020-01-01 00:00:00.000000' WHERE id = ?", [
      row!.id,
    ]);
    const statements = await statementsOf(() => test.deliver());
    const planned = async (pattern: RegExp) =>
      (await planOf(statements.find(({ text }) => pattern.test(text))!)).filter(({ table }) => table === 'delivery');
    // With statistics of a table where nearly nothing is due, either of the two is as good.
    for (const pattern of [
      /SELECT DISTINCT channel_id FROM/,
      /FROM delivery WHERE channel_id = \? AND state = 'queued' AND collect_at/,
    ])
      expect(await planned(pattern)).toMatchObject([
        { index: expect.stringMatching(/^delivery_(channel_state|collect)$/), whole: false },
      ]);
    await test.database.execute('UPDATE delivery SET collect_at = NULL');
  });

  it.each([
    [
      'mails that confirm an address',
      'confirmation',
      `INSERT INTO system_message (id, kind, channel_id, address_key, slot, next_at, expires_at, created_at)
       SELECT f.id, 'confirmation', f.id, f.id, 1, LATER, LATER, LATER FROM favorite f`,
    ],
    [
      'notices about channels',
      'notice',
      `INSERT INTO system_message (id, kind, channel_id, about_channel_id, next_at, expires_at, created_at)
       SELECT f.id, 'notice', f.id, f.id, LATER, LATER, LATER FROM favorite f`,
    ],
  ])('the claim of %s reads due rows in their order', async (_what, kind, insert) => {
    await test.database.execute('DELETE FROM system_message');
    await test.database.execute(insert.replaceAll('LATER', `'2999-01-01 00:00:00.000000'`));
    await test.database.query(`ANALYZE ${onServerDatabase ? 'TABLE ' : ''}system_message`);
    const statements = await statementsOf(() => test.deliver());
    const claim = statements.find(
      ({ text, parameters }) =>
        /^\s*SELECT\b[^]*\bFROM system_message\b[^]*\bWHERE kind/.test(text) && parameters[0] === kind,
    )!;
    expect(await planOf(claim)).toMatchObject([
      { table: 'system_message', index: 'system_message_due', whole: false, sorts: false },
    ]);
  });
});

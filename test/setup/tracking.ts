import type supertest from 'supertest';
import type { TestApp } from './app';
import { product } from './catalogue';

export type Agent = ReturnType<typeof supertest.agent>;
export type Record = ReturnType<typeof product>;

export interface FavoriteAnswer {
  uuid: string;
  update_available: boolean;
  version: { version: string };
  notified_version: { version: string } | null;
}

export interface NotificationAnswer {
  id: string;
  favorite: string;
  software: string;
  version: { id: string; version: string };
  state: string;
  deliveries: {
    id: string;
    channel: string;
    type: string;
    state: string;
    attempts: number;
    next_attempt_at: string | null;
    last_error: string | null;
  }[];
}

/** A product that one user tracks. */
export interface Tracked {
  agent: Agent;
  record: Record;
  software: string;
  id: string;
  favorite(): Promise<FavoriteAnswer>;
  change(input: object): Promise<FavoriteAnswer>;
  /** Newest first. */
  notifications(): Promise<NotificationAnswer[]>;
  /** More versions of it. */
  release(...versions: (string | object)[]): Promise<void>;
}

let serial = 0;

/** A user of its own, with a channel that takes everything unless `channel` is null. */
export async function newUser(
  test: TestApp,
  channel: object | null = { type: 'log', name: 'log', settings: {} },
): Promise<Agent> {
  const agent = await test.as(`user ${++serial}`);
  if (channel) await agent.post('/api/v1/channel').send(channel).expect(201);
  return agent;
}

export async function softwareOf(test: TestApp, record: Record): Promise<string> {
  const [row] = await test.database.query<{ id: string }>('SELECT id FROM software WHERE identity = ?', [
    `${record.identity.kind}:${record.identity.id}`,
  ]);
  return row!.id;
}

/** A product of its own that `agent` tracks on `version`, with these versions known by then. */
export async function track(
  test: TestApp,
  agent: Agent,
  version: string,
  versions: (string | object)[] = [version],
  settings: object = {},
): Promise<Tracked> {
  const record = product(`Product ${++serial}`, versions);
  await test.import(record);
  const tracked = await trackRecord(test, agent, record, version, settings);
  await test.check();
  return tracked;
}

/** The same for a product that is in the catalogue already; no check runs. */
export async function trackRecord(
  test: TestApp,
  agent: Agent,
  record: Record,
  version: string,
  settings: object = {},
): Promise<Tracked> {
  const software = await softwareOf(test, record);
  const created = await agent.post('/api/v1/favorite').send({ software, version, ...settings });
  if (created.status !== 201) throw new Error(created.text);
  const id = (created.body.data as FavoriteAnswer).uuid;
  return {
    agent,
    record,
    software,
    id,
    favorite: async () => (await agent.get(`/api/v1/favorite/${id}`).expect(200)).body.data as FavoriteAnswer,
    change: async (input) =>
      (await agent.patch(`/api/v1/favorite/${id}`).send(input).expect(200)).body.data as FavoriteAnswer,
    notifications: async () => {
      const { body } = await agent.get('/api/v1/notification?per_page=200').expect(200);
      return (body.data as NotificationAnswer[]).filter(({ favorite }) => favorite === id);
    },
    release: async (...more) => {
      const entries = more.map((entry) => (typeof entry === 'string' ? { version: entry } : entry));
      await test.import({ ...record, versions: entries });
    },
  };
}

type Row = { [column: string]: string | number | null };

async function row(test: TestApp, table: string, id: string): Promise<Row> {
  const [found] = await test.database.query<Row>(`SELECT * FROM ${table} WHERE id = ?`, [id]);
  return found!;
}

/** Other users with the same channel and the same favorite, by SQL: as many as one wants. */
export async function crowd(test: TestApp, pattern: Tracked, count: number): Promise<void> {
  const favorite = await row(test, 'favorite', pattern.id);
  const user = await row(test, 'user', favorite.user_id as string);
  const [channel] = await test.database.query<Row>('SELECT * FROM channel WHERE user_id = ?', [favorite.user_id!]);
  const copies = Array.from({ length: count }, () => {
    const userId = crypto.randomUUID();
    return {
      user: { ...user, id: userId, name: userId },
      channel: { ...channel!, id: crypto.randomUUID(), user_id: userId },
      favorite: { ...favorite, id: crypto.randomUUID(), user_id: userId },
    };
  });
  for (const table of ['user', 'channel', 'favorite'] as const) {
    const columns = Object.keys(copies[0]![table]);
    const line = `(${columns.map(() => '?').join(', ')})`;
    for (let start = 0; start < count; start += 200) {
      const page = copies.slice(start, start + 200);
      await test.database.execute(
        `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${page.map(() => line).join(', ')}`,
        page.flatMap((copy) => Object.values(copy[table] as Row)),
      );
    }
  }
}

export const count = (test: TestApp, text: string, ...parameters: (string | number)[]) =>
  test.database.count({ text: `SELECT COUNT(*) AS total FROM ${text}`, parameters });

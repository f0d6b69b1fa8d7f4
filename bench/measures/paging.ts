import type * as Cursors from '../../src/api/list/cursor';
import { built } from '../lib/built';
import { inTurn, median } from '../lib/compare';
import { type Address, connect, rowsOf } from '../lib/database';
import { restore } from '../lib/news';
import { type Program, startService } from '../lib/programs';
import { idOf } from '../seed/facts';
import type { Settings } from '../settings';
import type { Measure, Result } from './measure';

const { encodeCursor } = built<typeof Cursors>('api/list/cursor');

const AT_MOST = 1.2;
const PER_PAGE = 50;
const DEEP = 4_000;

/** A page far down by its cursor, and the first one, of the same list by the same program. */
export const paging: Measure = {
  name: 'paging',
  title: 'Paging by cursor',
  async run({ settings, address }) {
    const number = Math.min(DEEP, Math.floor(settings.sizes.software / PER_PAGE) - 1);
    const first = `software?per_page=${PER_PAGE}`;
    const log = `notification?per_page=${PER_PAGE}`;
    const rows = settings.sizes.favorites;
    const service = await startService(settings.databaseUrl);
    try {
      const deep = `${first}&cursor=${await cursorOf(address, number)}`;
      const results = [await compared(service, settings, `software, page ${number.toLocaleString('en')}`, deep, first)];
      const middle = `cursor=${await fillLog(address, rows)}`;
      for (const filter of ['', `channel=${idOf('channel', 0)}`]) {
        const what = `a log of ${rows.toLocaleString('en')}${filter && `, by ${filter.split('=')[0]}`}, in the middle`;
        results.push(await compared(service, settings, what, `${log}&${filter}&${middle}`.replace('&&', '&'), log));
      }
      return results;
    } finally {
      await service.stop();
      await restore(address);
    }
  },
};

async function compared(
  program: Program,
  { clients, seconds, rounds }: Settings,
  what: string,
  deep: string,
  first: string,
): Promise<Result> {
  const side = (path: string) => ({ program, asked: { paths: [path], clients, seconds } });
  const pairs = await inTurn(side(deep), side(first), rounds);
  const ratio = median(pairs.map(({ one, other }) => other.requestsPerSecond / one.requestsPerSecond));
  const [ofDeep, ofFirst] = [pairs.map(({ one }) => one), pairs.map(({ other }) => other)].map((results) =>
    median(results.map(({ requestsPerSecond }) => requestsPerSecond)),
  );
  return {
    what: `${what}, against page 1, ${PER_PAGE} a page: time`,
    aim: `≤ ${AT_MOST} ×`,
    measured: `**${ratio.toFixed(2)}** (${ofDeep!.toFixed(0)} and ${ofFirst!.toFixed(0)} requests/s)`,
    holds: ratio <= AT_MOST,
  };
}

/** As many notifications of the first user as there are favorites, of which a twentieth failed. @returns the cursor of its middle */
async function fillLog(address: Address, rows: number): Promise<string> {
  await restore(address);
  const connection = await connect(address);
  await connection.query(
    `INSERT INTO notification (id, user_id, favorite_id, software_id, kind, subject, tracked_version_id, state, created_at)
     SELECT UUID(), f.user_id, f.id, f.software_id, 'support.ended', o.id, f.version_id, IF(CRC32(o.id) % 20 = 0, 'failed', 'sent'),
       TIMESTAMPADD(SECOND, ROW_NUMBER() OVER (ORDER BY o.id), '2026-01-01') FROM favorite f JOIN favorite o WHERE f.id = ?`,
    [idOf('favorite', 0)],
  );
  await connection.query(
    `INSERT INTO delivery (id, notification_id, channel_id, type, state, expires_at, created_at, updated_at)
     SELECT UUID(), id, ?, 'webhook', state, created_at, created_at, created_at FROM notification`,
    [idOf('channel', 0)],
  );
  await connection.end();
  const [row] = await rowsOf<{ value: string; id: string }>(
    address,
    `SELECT created_at AS value, id FROM notification ORDER BY created_at LIMIT 1 OFFSET ${Math.floor(rows / 2)}`,
  );
  return encodeCursor('-created_at', { backwards: false, ...row! });
}

/** The cursor of this page: it names the last row before it. */
async function cursorOf(address: Address, page: number): Promise<string> {
  const [row] = await rowsOf<{ value: string; id: string }>(
    address,
    'SELECT name_key AS value, id FROM software ORDER BY name_key, id LIMIT 1 OFFSET ?',
    [(page - 1) * PER_PAGE - 1],
  );
  return encodeCursor('name', { backwards: false, ...row! });
}

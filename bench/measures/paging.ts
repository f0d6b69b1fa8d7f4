import type * as Cursors from '../../src/api/list/cursor';
import { built } from '../lib/built';
import { inTurn, median } from '../lib/compare';
import { type Address, rowsOf } from '../lib/database';
import { startService } from '../lib/programs';
import type { Measure } from './measure';

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
    const deep = `${first}&cursor=${await cursorOf(address, number)}`;
    const service = await startService(settings.databaseUrl);
    try {
      const side = (path: string) => ({
        program: service,
        asked: { paths: Array<string>(64).fill(path), clients: settings.clients, seconds: settings.seconds },
      });
      const pairs = await inTurn(side(deep), side(first), settings.rounds);
      const ratio = median(pairs.map(({ one, other }) => other.requestsPerSecond / one.requestsPerSecond));
      const [ofDeep, ofFirst] = [pairs.map(({ one }) => one), pairs.map(({ other }) => other)].map((results) =>
        median(results.map(({ requestsPerSecond }) => requestsPerSecond)),
      );
      return [
        {
          what: `software, page ${number.toLocaleString('en')} against page 1, ${PER_PAGE} a page: time`,
          aim: `≤ ${AT_MOST} ×`,
          measured: `**${ratio.toFixed(2)}** (${ofDeep!.toFixed(0)} and ${ofFirst!.toFixed(0)} requests/s)`,
          holds: ratio <= AT_MOST,
        },
      ];
    } finally {
      await service.stop();
    }
  },
};

/** The cursor of this page: it names the last row before it. */
async function cursorOf(address: Address, page: number): Promise<string> {
  const [row] = await rowsOf<{ value: string; id: string }>(
    address,
    'SELECT name_key AS value, id FROM software ORDER BY name_key, id LIMIT 1 OFFSET ?',
    [(page - 1) * PER_PAGE - 1],
  );
  return encodeCursor('name', { backwards: false, ...row! });
}

import { startApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { atScale } from '../setup/scale';
import { expectWithin } from '../setup/timing';

/** Of the largest number of favorites that a user has by default. */
const FAVORITES = atScale(1_000, 10_000);

/** Others wait for its locks: far more than is usual, as machines of tests are busy. */
const LONGEST_MS = 2_000;

it('changes many favorites in short transactions', async () => {
  const test = await startApp();
  try {
    const agent = await test.as('ada');
    for (let made = 0; made < FAVORITES; made += 500)
      await test.import(...Array.from({ length: 500 }, (_, at) => product(`Product ${made + at}`, ['1.0', '2.0'])));
    const { uuid, now } = test.database.dialect;
    await test.database.execute(
      `INSERT INTO favorite (id, user_id, software_id, version_id, available_version_id, update_available, notifications_enabled,
         use_default_notification, notify_always, created_at, updated_at)
       SELECT ${uuid}, u.id, s.id, v.id, s.latest_version_id, 1, 1, 1, 0, ${now}, ${now}
       FROM user u CROSS JOIN software s JOIN version v ON v.software_id = s.id AND v.version = '1.0' WHERE u.name = 'ada'`,
    );
    await test.check();
    const took: number[] = [];
    const transaction = test.database.transaction.bind(test.database);
    // By the clock of what is between BEGIN and COMMIT.
    jest.spyOn(test.database, 'transaction').mockImplementation(async (work) => {
      let start = 0;
      const result = await transaction((sql) => {
        start = performance.now();
        return work(sql);
      });
      took.push(performance.now() - start);
      return result;
    });
    const measured = async (name: string, path: string, body: object) => {
      took.length = 0;
      const start = performance.now();
      const answer = await agent.post(path).send(body).expect(200);
      const seconds = ((performance.now() - start) / 1_000).toFixed(2);
      const longest = Math.max(...took);
      if (process.env.TEST_LONG)
        process.stdout.write(`${name}: ${seconds} s, ${took.length} transactions, longest ${longest.toFixed(0)} ms\n`);
      expectWithin(longest, LONGEST_MS);
      return answer.body.data as { id: string; changed?: number; restored?: number };
    };
    const more: Record<string, object> = {
      snooze: { until: '2030-01-01' },
      policy: { policy: { minimum_age_days: 1 } },
    };
    for (const action of ['update', 'skip', 'snooze', 'mute', 'policy', 'delete']) {
      const body = { action, filter: {}, expect: FAVORITES, ...more[action] };
      const { id, changed } = await measured(action, '/api/v1/favorite/bulk', body);
      expect(changed).toBe(FAVORITES);
      const { restored } = await measured(`undo of ${action}`, `/api/v1/favorite/bulk/${id}/undo`, {});
      expect(restored).toBe(FAVORITES);
    }
  } finally {
    jest.restoreAllMocks();
    await test.close();
  }
}, 600_000);

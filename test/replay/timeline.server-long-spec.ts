import { useApp } from '../setup/app';
import { Random } from '../setup/random';
import { atScale } from '../setup/scale';
import { dayOf, plusDays, realProducts } from './releases';
import { ENVIRONMENT, World } from './world';

const FROM = dayOf('2023-08-01');
const DAYS = atScale(180, 730);
const PRODUCTS = atScale(60, 120);
const USERS = atScale(20, 50);
const FAVORITES = atScale(300, 1_000);
const SEED = 4;

/** Real releases of half a year (two years in a long run), beside a model that works everything out anew each time. */
describe('years of releases', () => {
  const test = useApp(ENVIRONMENT);

  interface Row {
    id: string;
    update_available: number;
    available: string | null;
  }

  /** Favorites whose flag or offered version is not what the rules say. */
  async function wrongFlags(world: World): Promise<object[]> {
    const rows = await test.database.query<Row>(
      `SELECT f.id, f.update_available, av.version AS available
       FROM favorite f LEFT JOIN version av ON av.id = f.available_version_id`,
    );
    expect(rows).toHaveLength(world.favorites.length);
    return rows.flatMap((row) => {
      const { offered, policy, tracked, shelf } = world.model.favorites.get(row.id)!;
      const expected = offered?.label ?? null;
      if (row.available === expected && Boolean(row.update_available) === (expected !== null)) return [];
      return [{ row, expected, tracked: tracked.label, product: shelf.product.identity, policy }];
    });
  }

  /** `favorite label` (with `#n` for the n-th reminder) and through how many channels, told and to be told. */
  async function notifications(world: World): Promise<{ told: string[]; expected: string[] }> {
    const rows = await test.database.query<{ favorite_id: string; version: string; reminder: number; total: number }>(
      `SELECT n.favorite_id, v.version, n.reminder, COUNT(d.id) AS total
       FROM notification n JOIN version v ON v.id = n.version_id LEFT JOIN delivery d ON d.notification_id = n.id
       GROUP BY n.id, n.favorite_id, v.version, n.reminder`,
    );
    const told = rows.map(
      ({ favorite_id, version, reminder, total }) =>
        `${favorite_id} ${version}${reminder > 0 ? ` #${reminder}` : ''} ${total}`,
    );
    const expected = world.favorites.flatMap(({ id, told: entries }) =>
      [...entries].map(([entry, channels]) => `${id} ${entry} ${channels}`),
    );
    return { told: told.sort(), expected: expected.sort() };
  }

  it('flags and notifies exactly what a recomputation from the rules does', async () => {
    const random = new Random(SEED);
    const world = new World(test, random, FROM);
    await world.addProducts(realProducts(PRODUCTS, FROM, plusDays(FROM, DAYS), random));
    for (let number = 0; number < USERS; number++) await world.addUser(`user ${number}`, number);
    while (world.favorites.length < FAVORITES * 0.9) await world.addFavorite();
    let checks = 0;
    for (let day = 0; day < DAYS;) {
      const days = Math.min(random.whole(1, 5), DAYS - day);
      day += days;
      await world.pass(days);
      if (random.chance(0.5)) await world.touch();
      await world.releaseNews();
      if (random.chance(0.3)) await world.flap();
      if (random.chance(0.5)) await world.touch();
      await world.check();
      for (let acts = random.whole(0, 3); acts > 0; acts--) await world.touch();
      if (world.favorites.length < FAVORITES) await world.addFavorite();
      expect(await wrongFlags(world)).toEqual([]);
      checks++;
    }
    const { told, expected } = await notifications(world);
    expect({
      missing: expected.filter((entry) => !told.includes(entry)),
      tooMany: told.filter((entry) => !expected.includes(entry)),
    }).toEqual({ missing: [], tooMany: [] });
    expect(world.favorites).toHaveLength(FAVORITES);
    expect(checks).toBeGreaterThan(atScale(50, 200));
    expect(told.length).toBeGreaterThan(atScale(400, 5_000));
  });
});

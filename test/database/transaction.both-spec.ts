import { newId } from '../../src/common/ids';
import type { Transaction } from '../../src/database/database';
import { User } from '../../src/access/user/user.entity';
import { useApp } from '../setup/app';
import { onServerDatabase } from '../setup/process';

const CREATED = '2024-02-03 04:05:06.789012';
const UPDATED = '2024-02-03 04:05:07.000000';

describe("a transaction's entity manager", () => {
  const test = useApp();

  const user = (name: string, id = newId()) => ({ id, name, createdAt: CREATED, updatedAt: UPDATED });
  const named = (name: string) => test.database.query('SELECT name FROM user WHERE name = ?', [name]);

  it('works inside the transaction, beside its statements', async () => {
    await test.database.transaction(async (sql) => {
      const ada = user('Ada');
      await sql.manager.insert(User, ada);
      expect(await sql.query('SELECT name FROM user WHERE id = ?', [ada.id])).toEqual([{ name: 'Ada' }]);
      expect(await sql.execute('UPDATE user SET email = ? WHERE id = ?', ['ada@example.org', ada.id])).toBe(1);
      expect(await sql.manager.findOneBy(User, { id: ada.id })).toMatchObject({
        name: 'Ada',
        email: 'ada@example.org',
      });
      // Outside of it, on the embedded database, they would wait for its end.
      if (onServerDatabase) expect(await named('Ada')).toEqual([]);
    });
    expect(await named('Ada')).toEqual([{ name: 'Ada' }]);
  });

  it('rolls back with the transaction', async () => {
    const failing = test.database.transaction(async ({ manager }) => {
      await manager.insert(User, user('Bob'));
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await named('Bob')).toEqual([]);
  });

  it('is used again when the transaction is retried', async () => {
    let tries = 0;
    await test.database.transaction(async ({ manager }) => {
      tries++;
      await manager.insert(User, user('Cleo'));
      if (tries < 3) throw Object.assign(new Error('Deadlock found'), { errno: 1213 });
    });
    expect(tries).toBe(3);
    expect(await named('Cleo')).toEqual([{ name: 'Cleo' }]);
  });

  (onServerDatabase ? it : it.skip)('retries a deadlock that its own statements met', async () => {
    const [one, other] = [newId(), newId()];
    await test.database.transaction(async ({ manager }) => {
      await manager.insert(User, [user('Dora', one), user('Emil', other)]);
    });
    let tries = 0;
    const waiting: (() => void)[] = [];
    const bothHaveOne = () =>
      new Promise<void>((resolve) => {
        if (waiting.push(resolve) >= 2) waiting.forEach((go) => go());
      });
    const change = (first: string, second: string, email: string) =>
      test.database.transaction(async ({ manager }: Transaction) => {
        tries++;
        await manager.update(User, { id: first }, { email });
        await bothHaveOne();
        await manager.update(User, { id: second }, { email });
      });
    await Promise.all([change(one, other, 'a@example.org'), change(other, one, 'b@example.org')]);
    expect(tries).toBe(3);
    const emails = await test.database.query<{ email: string }>('SELECT email FROM user WHERE id IN (?, ?)', [
      one,
      other,
    ]);
    expect(new Set(emails.map(({ email }) => email)).size).toBe(1);
  });

  it('keeps timestamps as texts with microseconds, booleans as booleans, and names columns by properties', async () => {
    const fay = { ...user('Fay'), notificationsEnabled: false, notifyAlways: true, disabledAt: CREATED };
    const [row, found] = await test.database.transaction(async (sql) => {
      await sql.manager.insert(User, { ...fay });
      const [stored] = await sql.query<object>('SELECT * FROM user WHERE id = ?', [fay.id]);
      const where = { createdAt: CREATED, notificationsEnabled: false, name: 'Fay' };
      return [stored, await sql.manager.findOneBy(User, where)] as const;
    });
    expect(row).toMatchObject({
      created_at: CREATED,
      updated_at: UPDATED,
      disabled_at: CREATED,
      notifications_enabled: 0,
      notify_always: 1,
      time_zone: 'UTC',
    });
    expect(found).toEqual({ ...fay, email: null, issuer: null, subject: null, homeAssistantAt: null, timeZone: 'UTC' });
  });

  it("takes the time from the database's clock, and null for nothing", async () => {
    const gus = { ...user('Gus'), notifyAlways: true };
    const found = await test.database.transaction(async (sql) => {
      await sql.manager.insert(User, { ...gus, disabledAt: CREATED });
      const set = { updatedAt: () => sql.dialect.now, disabledAt: null, notifyAlways: null };
      expect((await sql.manager.update(User, { id: gus.id }, set)).affected).toBe(1);
      return sql.manager.findOneBy(User, { id: gus.id });
    });
    expect(found).toMatchObject({ createdAt: CREATED, disabledAt: null, notifyAlways: null });
    expect(found!.updatedAt).toMatch(/^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/);
    expect(found!.updatedAt > '2026').toBe(true);
  });

  it('says whether there is a row, how many were changed, and which were deleted', async () => {
    const [hal, nobody] = [user('Hal'), newId()];
    await test.database.transaction(async ({ manager }) => {
      await manager.insert(User, { ...hal });
      expect(await manager.existsBy(User, { id: hal.id })).toBe(true);
      expect(await manager.existsBy(User, { id: nobody })).toBe(false);
      expect((await manager.update(User, { id: nobody }, { email: null })).affected).toBe(0);
      expect((await manager.delete(User, { id: nobody })).affected).toBe(0);
      expect((await manager.delete(User, { id: hal.id })).affected).toBe(1);
    });
    expect(await named('Hal')).toEqual([]);
  });

  (onServerDatabase ? it.skip : it)('lets other work run between the statements of a long transaction', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await test.database.transaction(async ({ manager }) => {
      for (let read = 0; read < 2_000; read++) await manager.findOneBy(User, { id: newId() });
    });
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
  });
});

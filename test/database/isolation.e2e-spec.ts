import { onServerDatabase } from '../setup/process';
import { startApp } from '../setup/app';

(onServerDatabase ? it : it.skip)('every transaction is under READ COMMITTED, also many at once', async () => {
  const test = await startApp();
  const level = test.config.database.kind === 'mysql' ? '@@transaction_isolation' : '@@tx_isolation';
  const ask = () =>
    test.database.transaction(
      async (sql) => (await sql.query<{ level: string }>(`SELECT ${level} AS level`))[0]!.level,
    );
  try {
    expect(new Set(await Promise.all(Array.from({ length: 30 }, ask)))).toEqual(new Set(['READ-COMMITTED']));
  } finally {
    await test.close();
  }
});

import type { TestApp } from '../setup/app';
import { count, crowd, newUser, track } from '../setup/tracking';

/** Snoozes of so many favorites of one product, of which all were told, that have all ended. @returns how many were reminded */
export async function endedSnoozes(test: TestApp, total: number): Promise<() => Promise<number>> {
  const tracked = await track(test, await newUser(test), '1.0');
  await crowd(test, tracked, total - 1);
  await tracked.release('2.0');
  expect((await test.check()).notified).toBe(total);
  // As if all of them had been snoozed for an hour, an hour ago.
  const past = '2020-01-01 00:00:00.000000';
  await test.database.execute(
    `INSERT INTO favorite_policy (favorite_id, include_prereleases, snoozed_until)
     SELECT id, 0, ? FROM favorite WHERE software_id = ?`,
    [past, tracked.software],
  );
  await test.database.execute(
    `UPDATE favorite SET has_policy = 1, update_available = 0, available_version_id = NULL, evaluate_at = ?, wake_at = ?
     WHERE software_id = ?`,
    [past, past, tracked.software],
  );
  return () => count(test, 'notification WHERE reminder > 0 AND software_id = ?', tracked.software);
}

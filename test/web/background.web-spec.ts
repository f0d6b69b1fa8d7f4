import { findings } from './setup/axe';
import { trackMany } from './setup/favorites';
import { settled, useInstallation } from './setup/installation';

/** More than the service changes before it answers. */
const COUNT = 2_400;
const installation = useInstallation();

it('says how far an operation in the background is, then what became of it, and the same of its undo', async () => {
  const token = await installation.token();
  const all = Array.from({ length: COUNT }, (_, index) => ({
    name: `Product ${index}`,
    inUse: '1.0.0',
    newer: index > 0 ? ['1.1.0'] : [],
  }));
  await trackMany(installation, token, all);
  const { page } = await installation.visit(token, '/favorites');
  await settled(page);
  const muted = () =>
    installation.rows((database) =>
      database.prepare('SELECT COUNT(*) AS total FROM favorite WHERE notifications_enabled = 0').get(),
    );
  await page.keyboard.press('*');
  await page.getByText('All 2,400 that match').waitFor();
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Mute all 2,400' }).click();
  const progress = page.getByRole('status').filter({ hasText: /^Mute: [\d,]+ of 2,400/ });
  await progress.waitFor();
  expect(await progress.getByRole('button', { name: 'Undo' }).count()).toBe(1);
  expect(await findings(page)).toEqual([]);
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('2,400 products: muted').waitFor({ timeout: 60_000 });
  expect(await progress.count()).toBe(0);
  expect(muted()).toEqual({ total: COUNT });
  await page.keyboard.press('Control+z');
  await page
    .getByRole('status')
    .filter({ hasText: /^Undo: [\d,]+ of 2,400/ })
    .waitFor();
  await page.getByText('Undone: 2,400 products').waitFor({ timeout: 60_000 });
  expect(muted()).toEqual({ total: 0 });
});

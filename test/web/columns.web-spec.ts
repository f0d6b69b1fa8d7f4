import { track } from './setup/favorites';
import { Installation, settled } from './setup/installation';

let installation: Installation;
let token: string;

beforeAll(async () => {
  installation = await Installation.start();
  token = await installation.token();
  await track(installation, token, [{ name: 'Redis', publisher: 'Redis Ltd.', inUse: '8.6.1', newer: ['8.6.3'] }]);
});

afterEach(() => installation.assertFaultless());
afterAll(() => installation.stop());

it('columns of the favorites are chosen with keys alone, and stay so in this browser', async () => {
  const { page, context } = await installation.visit(token, '/favorites');
  const headings = async () =>
    (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.replace(/[↑↓\s]+$/, ''));
  const button = page.getByRole('button', { name: 'Columns' });
  const row = page.getByRole('row').filter({ hasText: 'Redis' });
  await row.waitFor();
  expect(await headings()).toEqual(
    expect.arrayContaining(['Name', 'Publisher', 'In use', 'Available', 'Step', 'Age', 'Support', 'Policy']),
  );
  const cellsOf = () => row.getByRole('gridcell').count();
  const before = await cellsOf();

  await button.focus();
  await page.keyboard.press('Enter');
  const item = (name: string) => page.getByRole('menuitemcheckbox', { name });
  await item('Publisher').waitFor();
  expect(await item('Publisher').getAttribute('aria-checked')).toBe('true');
  await page.keyboard.press('ArrowDown');
  while (!(await item('Age').evaluate((element) => element === document.activeElement)))
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  expect(await item('Publisher').getAttribute('aria-checked')).toBe('false');
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'hidden' });
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);

  const assertWithout = async () => {
    await row.waitFor();
    const names = await headings();
    expect(names).not.toEqual(expect.arrayContaining(['Publisher']));
    expect(names).not.toEqual(expect.arrayContaining(['Age']));
    expect(names).toEqual(expect.arrayContaining(['Name', 'In use', 'Available', 'Step', 'Support', 'Policy']));
    expect(await cellsOf()).toBe(before - 2);
    // What is left is in one line: no cell has fallen into the next one.
    const boxes = await row.getByRole('gridcell').all();
    const tops = await Promise.all(boxes.map(async (box) => (await box.boundingBox())!));
    for (const { y, height } of tops)
      expect(Math.abs(y + height / 2 - (tops[0]!.y + tops[0]!.height / 2))).toBeLessThan(3);
  };
  await assertWithout();
  await page.reload();
  await settled(page);
  await assertWithout();

  // Cards have no columns: whatever was chosen, they are whole.
  await page.setViewportSize({ width: 390, height: 800 });
  await button.waitFor({ state: 'hidden' });
  await page.getByRole('row').getByText('8.6.3').locator('visible=true').first().waitFor();
  await context.close();
});

import { track } from './setup/favorites';
import { settled, useInstallation } from './setup/installation';
const installation = useInstallation({ CHECK_EVERY: '1s' });
it('shots', async () => {
  const token = await installation.token();
  await track(installation, token, Array.from({ length: 4 }, (_, i) => ({ name: `Product ${i}`, inUse: '1.30.1', newer: ['1.30.4'] })));
  for (const [tag, width, colorScheme] of [['wide', 1280, 'light'], ['dark', 1280, 'dark'], ['tab', 800, 'light'], ['narrow', 390, 'light']] as const) {
    const { page } = await installation.visit(token, '/updates', { viewport: { width, height: 844 }, colorScheme });
    await settled(page);
    await page.screenshot({ path: `/tmp/shots/updates-${tag}.png` });
    for (const path of ['favorites', 'profile', 'tokens?new=yes', 'channels/new', 'import', 'search?q=Product', 'operator', 'channels/new/webhook', 'nowhere']) {
      await page.goto(new URL(page.url()).origin + '/' + path);
      await settled(page);
      await page.waitForTimeout(400);
      await page.screenshot({ path: `/tmp/shots/${path.replace(/\W.*/, '')}${path.endsWith('webhook') ? '-form' : ''}-${tag}.png` });
    }
    await page.goto(new URL(page.url()).origin + '/favorites');
    await settled(page);
    await page.locator('[role=row][data-id] a').first().click();
    await page.waitForTimeout(1500);
    await page.screenshot({ path: `/tmp/shots/product-${tag}.png`, fullPage: true });
    await page.keyboard.press('Control+k');
    await page.waitForTimeout(600);
    await page.screenshot({ path: `/tmp/shots/palette-${tag}.png` });
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.waitForTimeout(600);
    await page.screenshot({ path: `/tmp/shots/help-${tag}.png` });
  }
}, 180000);

import { eventually } from '../setup/eventually';
import { findings } from './setup/axe';
import { NARROW, type Visit } from './setup/browser';
import { type Favorite, favoritesOf, track } from './setup/favorites';
import { Installation, settled } from './setup/installation';

const TRACKED = [
  { name: 'Grafana', publisher: 'Grafana Labs', inUse: '13.0.5', newer: ['13.1.0'] },
  { name: 'Redis', publisher: 'Redis Ltd.', inUse: '8.6.2', newer: ['8.6.3'] },
];

let installation: Installation;
let token: string;
let visit: Visit;

beforeAll(async () => {
  installation = await Installation.start();
  token = await installation.token();
  await track(installation, token, TRACKED);
  visit = await installation.visit(token, '/updates');
  await settled(visit.page);
});

afterEach(() => installation.assertFaultless());
afterAll(() => installation.stop());

const stored = async (name: string): Promise<Favorite> =>
  (await favoritesOf(installation, token, `&software=${name}`))[0]!;
const entry = (text: string) => visit.page.getByRole('listitem').filter({ hasText: text });
const change = (uuid: string, body: object) => installation.api(token, 'PATCH', `/favorite/${uuid}`, body);
const said = (from: number) => visit.calls.slice(from).filter((call) => call === 'GET /api/v1/summary').length;

it('leads from the message to the history, which undoes it', async () => {
  const { page } = visit;
  const row = page.getByRole('row').filter({ hasText: 'Grafana' });
  await row.focus();
  await page.keyboard.press('m');
  await page.getByRole('link', { name: 'History' }).last().click();
  await page.waitForURL('**/history');
  const muted = entry('Grafana: muted');
  await muted.getByRole('button', { name: 'Undo: Grafana: muted' }).click();
  await muted.getByText('Undone', { exact: true }).waitFor();
  expect(await stored('Grafana')).toMatchObject({ notifications_enabled: true });
});

it('says what other programs change, at once, and why something cannot be undone', async () => {
  const { page } = visit;
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await page.waitForURL('**/history');
  const { uuid } = await stored('Redis');
  await change(uuid, { version: '8.6.3' });
  await entry('Redis: 8.6.2 → 8.6.3 in use').getByRole('button', { name: /^Undo/ }).waitFor();
  await change(uuid, { version: '8.6.2' });
  await entry('Redis: 8.6.3 → 8.6.2 in use').waitFor();
  await entry('Redis: 8.6.2 → 8.6.3 in use').getByText('Changed since').waitFor();
});

it('has nothing for axe to find, wide and narrow', async () => {
  const { page } = visit;
  expect(await findings(page)).toEqual([]);
  await page.setViewportSize(NARROW);
  expect(await findings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await page.setViewportSize({ width: 1280, height: 900 });
});

it('hears of changes by a stream: one question for each, and none for its own', async () => {
  const { page, calls } = visit;
  await page.getByRole('link', { name: 'Favorites' }).first().click();
  const row = page.getByRole('row').filter({ hasText: 'Redis' });
  await row.waitFor();
  await eventually(async () => (await page.getByRole('row').filter({ hasText: '8.6.2' }).count()) === 1);
  const before = calls.length;
  const { uuid } = await stored('Redis');
  await change(uuid, { version: '8.6.3' });
  await page.getByRole('row').filter({ hasText: 'Redis' }).filter({ hasNotText: '8.6.2' }).waitFor();
  expect(said(before)).toBe(1);
  // Its own change is read once, by itself; the next one of others comes after the event of it.
  const own = calls.length;
  await row.focus();
  await page.keyboard.press('m');
  await eventually(() => said(own) === 1);
  await change(uuid, { version: '8.6.2' });
  await page.getByRole('row').filter({ hasText: 'Redis' }).filter({ hasText: '8.6.2' }).waitFor();
  expect(said(own)).toBeLessThanOrEqual(3);
  expect(calls.filter((call) => call === 'GET /api/v1/events')).toHaveLength(1);
});

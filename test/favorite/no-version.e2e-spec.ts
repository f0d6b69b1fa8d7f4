import { updateMessages } from '../../src/sharing/home-assistant/discovery';
import { HomeAssistantRepository } from '../../src/sharing/home-assistant/home-assistant.repository';
import { useApp } from '../setup/app';
import { type Agent, newUser, track, type Tracked } from '../setup/tracking';
import { share } from '../sharing/stage';

const test = useApp();
let ada: Agent;
let tracked: Tracked;

const favorites = async (query: string) => (await ada.get(`/api/v1/favorite?${query}`).expect(200)).body.data;
const summary = async () => (await ada.get('/api/v1/summary').expect(200)).body.data;

/** Its source has just answered: what is current would be called so. */
async function asked(): Promise<void> {
  const writer = await test.as('writer', ['read', 'catalogue:write']);
  const source = { type: 'github-releases', settings: { repository: 'acme/tool' } };
  await writer.put(`/api/v1/software/${tracked.software}/source`).send(source).expect(200);
  const { now } = test.database.dialect;
  await test.database.execute(`UPDATE software_source SET last_success_at = ${now} WHERE software_id = ?`, [
    tracked.software,
  ]);
}

async function badges(): Promise<string[]> {
  const messages: string[] = [];
  for (const more of [{ favorite: tracked.id }, {}]) {
    const { json } = await share(ada, { kind: 'badge', ...more });
    const { text } = await test.http.get(json).expect(200);
    messages.push((JSON.parse(text) as { message: string }).message);
  }
  return messages;
}

async function metricsOf(): Promise<string[]> {
  const { text } = await ada.get('/api/prometheus').expect(200);
  return text.split('\n').flatMap((line) => /^(tracker_favorite_\w+)\{.* (\d)$/.exec(line)?.slice(1).join(' ') ?? []);
}

async function homeAssistant(): Promise<unknown> {
  const owner = await test.database.query<{ user_id: string }>('SELECT user_id FROM favorite WHERE id = ?', [
    tracked.id,
  ]);
  const [favorite] = await test.app.get(HomeAssistantRepository).favorites(owner[0]!.user_id, 10);
  const user = { id: owner[0]!.user_id, name: 'Ada', updates: 0 };
  const [, state] = updateMessages('instance', user, favorite!, 'https://example.org', null);
  return (JSON.parse(state!.payload) as { latest_version: unknown }).latest_version;
}

/** In lists and as CSV, in the summary, in badges, in metrics and in Home Assistant. */
it.each([
  ['no version', 'nothing', []],
  ['no stable version', 'prereleases', ['2.0-rc1']],
])('a favorite of whose product %s is known is shown as such, and as current once a stable one is', async (...row) => {
  const [, known, versions] = row;
  ada = await newUser(test);
  tracked = await track(test, ada, '1.40.0', versions);
  await asked();
  // Whoever looked before is shown what was remembered.
  await tracked.change({ notes: 'seen' });
  const [one] = await favorites('includeFreshness');
  expect(one).toMatchObject({ update_available: false, freshness: { state: 'live', known } });
  expect(await favorites(`known=${known}`)).toHaveLength(1);
  expect(await favorites('known=stable')).toEqual([]);
  const { text } = await ada.get('/api/v1/favorite.csv').expect(200);
  const [head, cells] = text.split('\r\n').map((line) => line.split(','));
  expect(cells![head!.indexOf('known')]).toBe(known);
  expect(await summary()).toMatchObject({ tracked: 1, outdated: 0, unasked: 0, unknown: 1 });
  expect(await badges()).toEqual(['unknown', 'unknown']);
  expect(await metricsOf()).toEqual(['tracker_favorite_unknown 1']);
  expect(await homeAssistant()).toBeNull();

  await tracked.release(...versions, '1.40.0');
  await test.check();
  await tracked.change({ notes: 'seen again' });
  expect(await summary()).toMatchObject({ tracked: 1, outdated: 0, unknown: 0 });
  expect(await badges()).toEqual(['current', 'current']);
  expect(await metricsOf()).toEqual(['tracker_favorite_outdated 0']);
  expect(await homeAssistant()).toBe('1.40.0');
});

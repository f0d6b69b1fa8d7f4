import { closeAll, httpReceiver } from '../../notification/providers/peers';
import { known } from '../../setup/api';
import { startApp } from '../../setup/app';
import { PollApp } from './poll-app';

const PER_HOUR = 3;
const PRODUCTS = 7;
const SHA = 'a'.repeat(40);
const TOKEN = 'ghp_canary0000000000000000000000000000';

/** A forge that allows few requests an hour without a token, as the public ones do, and refuses the next ones. */
async function startForge() {
  const forge = { url: '', left: PER_HOUR, answered: [] as string[], refused: 0 };
  const receiver = await httpReceiver();
  receiver.respond = (_number, { path, headers }) => {
    const reset = String(Math.floor(Date.now() / 1_000) + 1_800);
    const tree = [{ path: '2.0', type: 'tree' }];
    if (headers.authorization) return [200, {}, JSON.stringify({ sha: SHA, tree })];
    const limit = { 'x-ratelimit-remaining': String(Math.max(0, --forge.left)), 'x-ratelimit-reset': reset };
    if (forge.left < 0) {
      forge.refused++;
      return [403, limit, '{"message":"API rate limit exceeded"}'];
    }
    forge.answered.push(path);
    return [200, limit, JSON.stringify({ sha: SHA, tree })];
  };
  return Object.assign(forge, { url: receiver.url });
}

describe('a forge whose limit is used up', () => {
  let app: PollApp;

  beforeAll(async () => {
    app = await PollApp.start();
  });

  beforeEach(() => app.reset());
  afterEach(closeAll);
  afterAll(() => app.close());

  /** The pause of the host is over. */
  async function anHourLater(forge: { left: number }): Promise<void> {
    forge.left = PER_HOUR;
    await app.test.database.execute('UPDATE source_host SET rest_until = NULL');
    await app.due();
  }

  it('answers some products an hour, in turn, and the others wait without failing', async () => {
    const forge = await startForge();
    const names = Array.from({ length: PRODUCTS }, (_, index) => `product${index}`);
    const products = await app.products(...names);
    for (const [name, id] of products)
      await app.setSource(id, { type: 'winget', settings: { package: `W.${name}`, server: forge.url } }).expect(200);
    const states = () => Promise.all([...products.values()].map((id) => app.health(id)));

    for (let hour = 1; hour <= 3; hour++) {
      const { failed } = await app.poll();
      // Two are asked at once, so one may have been on its way when the limit was used up.
      expect(failed).toBeLessThanOrEqual(1);
      expect(forge.answered.length).toBe(Math.min(PRODUCTS, hour * PER_HOUR));
      const waiting = (await states()).filter(({ state }) => state !== 'ok');
      expect(waiting.filter(({ state }) => state === 'failing').length).toBe(failed);
      for (const { next_attempt } of waiting) expect(Date.parse(next_attempt)).toBeGreaterThan(Date.now() + 1_700_000);
      const asked = forge.answered.length + forge.refused;
      await app.poll();
      expect(forge.answered.length + forge.refused).toBe(asked);
      await anHourLater(forge);
      if (hour < 3) await onlyWaiting();
    }
    expect(new Set(forge.answered).size).toBe(PRODUCTS);
    for (const health of await states()) expect(health).toMatchObject({ state: 'ok', failures: 0, last_error: null });
  });

  /** Those that were answered are not due again. */
  async function onlyWaiting(): Promise<void> {
    await app.test.database.execute(
      `UPDATE software_source SET next_at = '2999-01-01 00:00:00.000000' WHERE last_success_at IS NOT NULL`,
    );
  }

  it('lets those with a token of their own go on', async () => {
    const forge = await startForge();
    forge.left = 0;
    const settings = { package: 'W.W', server: forge.url };
    const refused = await app.product('refused');
    await app.setSource(refused, { type: 'winget', settings }).expect(200);
    expect(await app.poll()).toMatchObject({ failed: 1 });
    const [waiting, own] = [await app.product('waiting'), await app.product('own')];
    await app.setSource(waiting, { type: 'winget', settings }).expect(200);
    await app.setSource(own, { type: 'winget', settings: { ...settings, token: TOKEN } }).expect(200);
    expect(await app.poll()).toMatchObject({ failed: 0, new: 1 });
    expect(await app.health(own)).toMatchObject({ state: 'ok' });
    expect(await app.health(waiting)).toMatchObject({ state: 'new' });
  });
});

it.each<[string, Record<string, string>]>([
  ['no token', {}],
  ['a token', { GITHUB_TOKEN: TOKEN }],
  ['several tokens', { GITHUB_TOKEN: `ghp_canaryOfTheOperator00000, ${TOKEN}` }],
])('sources without a token of their own share one limit when the operator has %s', async (_which, environment) => {
  const test = await startApp({ SOURCES: 'off', ...environment });
  try {
    const agent = await test.as('eve', ['read', 'catalogue:write']);
    const { id } = await known(test, 'Product of a forge');
    const hostOf = async (type: string, settings: object) => {
      await agent.put(`/api/v1/software/${id}/source`).send({ type, settings }).expect(200);
      const [row] = await test.database.query<{ host: string }>('SELECT host FROM software_source');
      return row!.host;
    };
    expect(await hostOf('winget', { package: 'W.W' })).toBe('api.github.com');
    expect(await hostOf('github-releases', { repository: 'w/w' })).toBe('api.github.com');
    const own = 'ghp_canaryOfTheSource0000000000';
    expect(await hostOf('winget', { package: 'W.W', token: own })).toMatch(/^api\.github\.com#[0-9a-f]{8}$/);
    expect(await hostOf('scoop', { bucket: 'w/w', manifest: 'w' })).toBe('raw.githubusercontent.com');
  } finally {
    await test.close();
  }
});

import { closeAll, httpReceiver } from '../notification/providers/peers';
import type { Agent } from '../setup/api';
import { useApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { beforeStatements } from '../setup/statements';
import { newUser, softwareOf } from '../setup/tracking';

const LONG_AGO = '2001-01-01 00:00:00.000000';

describe('messages about software that is in inventories', () => {
  const test = useApp();
  let receiver: Awaited<ReturnType<typeof httpReceiver>>;
  let serial = 0;

  beforeEach(async () => {
    receiver = await httpReceiver();
  });

  afterEach(() => closeAll());

  const mattermost = () => ({ type: 'mattermost', name: 'chat', settings: { url: `${receiver.url}/hooks/x` } });
  const webhook = (more: object = {}) => ({ type: 'webhook', name: 'hook', settings: { url: receiver.url }, ...more });

  /** A product of the catalogue, with what an upload calls it. */
  async function made(...versions: string[]) {
    const name = `deployed-${++serial}`;
    const identifiers = [{ type: 'purl', value: `pkg:npm/${name}` }];
    const record = { ...product(name, versions), identifiers };
    await test.import(record);
    await test.check();
    const release = (...more: string[]) => test.import({ ...record, versions: more.map((version) => ({ version })) });
    return { name, software: await softwareOf(test, record), release };
  }

  const upload = (agent: Agent, inventory: string, environment: string | null, ...packages: string[]) =>
    agent
      .put(
        `/api/v1/inventory/${inventory}/content?allow_lower=true${environment === null ? '' : `&environment=${environment}`}`,
      )
      .set('Content-Type', 'text/plain')
      .send(packages.map((one) => `pkg:npm/${one}\n`).join(''))
      .expect(200);

  async function send(): Promise<void> {
    await test.check();
    await test.deliver();
  }

  /** Of the last message, without what keeps texts from being taken for Markdown. */
  const text = () => (JSON.parse(receiver.requests.at(-1)!.body) as { text: string }).text.replaceAll('\\', '');
  const data = () => JSON.parse(receiver.requests.at(-1)!.body).data;

  const favoriteOf = async (agent: Agent) => (await agent.get('/api/v1/favorite').expect(200)).body.data[0];

  it('one message names both environments; the update is gone when the last one has it', async () => {
    const agent = await newUser(test, mattermost());
    const { name, release } = await made('1.30.1', '1.30.4');
    await upload(agent, 'web-1', 'prod', `${name}@1.30.1`);
    await upload(agent, 'web-2', 'prod', `${name}@1.30.1`);
    await upload(agent, 'next', 'stage', `${name}@1.30.4`);
    await send();
    receiver.requests.length = 0;

    await release('1.30.5');
    await send();
    expect(receiver.requests).toHaveLength(1);
    expect(text()).toContain('In use: **prod 1.30.1, stage 1.30.4**');

    for (const inventory of ['web-1', 'next']) {
      await upload(agent, inventory, null, `${name}@1.30.5`);
      await send();
      expect(await favoriteOf(agent)).toMatchObject({ update_available: true, version: { version: '1.30.1' } });
    }
    await upload(agent, 'web-2', null, `${name}@1.30.5`);
    await send();
    expect(await favoriteOf(agent)).toMatchObject({ update_available: false, version: { version: '1.30.5' } });
    expect(receiver.requests).toHaveLength(1);
  });

  it('a webhook has them as data, a favorite without deployments none', async () => {
    const agent = await newUser(test, webhook());
    const { name, software, release } = await made('1.0.0', '1.1.0');
    await upload(agent, 'plain', null, `${name}@1.1.0`);
    await upload(agent, 'web-1', 'prod', `${name}@1.0.0`);
    await upload(agent, 'web-2', 'prod', `${name}@1.0.0`);
    const other = await newUser(test, { ...webhook(), settings: { url: `${receiver.url}/other` } });
    await other.post('/api/v1/favorite').send({ software, version: '1.0.0' }).expect(201);
    await release('2.0.0');
    await send();
    const bodies = new Map(receiver.requests.map(({ path, body }) => [path, JSON.parse(body).data]));
    expect(bodies.get('/').in_use).toEqual({
      places: [
        { place: 'prod', version: '1.0.0', inventories: 2 },
        { place: 'plain', version: '1.1.0', inventories: 1 },
      ],
      more: 0,
    });
    expect(bodies.get('/other').in_use).toBeNull();
  });

  it('at most 20 places are named, and the others counted', async () => {
    const agent = await newUser(test, webhook());
    const { name, release } = await made('1.0.0');
    for (let number = 10; number < 33; number++) await upload(agent, `host-${number}`, null, `${name}@1.0.0`);
    await release('1.1.0');
    await send();
    expect(data().in_use.more).toBe(3);
    const places = data().in_use.places.map(({ place }: { place: string }) => place);
    expect(places).toEqual(Array.from({ length: 20 }, (_, index) => `host-${index + 10}`));
  });

  it('a digest says it of each product, and reads the places of all of them at once', async () => {
    const agent = await newUser(test, mattermost());
    const products = await Promise.all([1, 2, 3, 4, 5].map(() => made('1.0.0', '1.1.0')));
    await upload(agent, 'web', 'prod', ...products.map(({ name }) => `${name}@1.0.0`));
    await upload(agent, 'next', 'stage', ...products.map(({ name }) => `${name}@1.1.0`));
    await test.deliver();
    const [channel] = (await agent.get('/api/v1/channel').expect(200)).body.data as { id: string }[];
    await agent
      .patch(`/api/v1/channel/${channel!.id}`)
      .send({ digest: { every: 'hourly' } })
      .expect(200);
    receiver.requests.length = 0;
    for (const { release } of products) await release('1.2.0');
    await test.check();
    for (const column of ['collect_at', 'next_at'])
      await test.database.execute(`UPDATE delivery SET ${column} = ? WHERE ${column} IS NOT NULL`, [LONG_AGO]);
    const statements: string[] = [];
    const stop = beforeStatements(test, (statement) => void statements.push(statement));
    await test.deliver();
    stop();
    expect(receiver.requests).toHaveLength(1);
    for (const { name } of products) expect(text()).toContain(name);
    expect(text().match(/prod 1\.0\.0, stage 1\.1\.0 → 1\.2\.0/g)).toHaveLength(5);
    expect(statements.filter((one) => one.includes('AS place_no'))).toHaveLength(2); // of the head, and of the members
  });
});

import { SecretBox } from '../../../src/common/secret-box';
import { ConsentLinks } from '../../../src/notification/link/signed-links';
import { closeAll, smtpReceiver } from '../providers/peers';
import { expectProblem } from '../../setup/api';
import { startApp, type TestApp } from '../../setup/app';
import { product } from '../../setup/catalogue';
import { type Agent, newUser, softwareOf } from '../../setup/tracking';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const URL = 'https://hooks.example.org/updates';
const PUBLIC_URL = 'https://tracker.example';

const CUT_OFF = 'v1.00000000';

/** What may become of sealed settings: the row, by its key. */
const DAMAGES: [string, (test: TestApp, boundTo: string) => string][] = [
  ['cut off', () => CUT_OFF],
  ['sealed with another key', () => 'v1.00000000.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
  ['moved from another row', (test) => test.app.get(SecretBox).seal('{"settings":{}}', 'another')],
  ['changed', (test, boundTo) => withOtherLetter(test.app.get(SecretBox).seal('{"settings":{}}', boundTo))],
  ['no settings at all', (test, boundTo) => test.app.get(SecretBox).seal('no JSON', boundTo)],
];

/** Not the last one, of which some bits mean nothing. */
const withOtherLetter = (sealed: string) =>
  sealed.slice(0, -9) + (sealed.at(-9) === 'A' ? 'B' : 'A') + sealed.slice(-8);

const pathOf = (link: string) => link.slice(PUBLIC_URL.length);

let test: TestApp;

beforeAll(async () => {
  const relay = await smtpReceiver();
  test = await startApp({ SMTP_URL: relay.url, PUBLIC_URL, TRUST_EMAIL_ADDRESSES: 'false' });
});

afterAll(async () => {
  await test.close();
  await closeAll();
});

const damage = (id: string, settings: string) =>
  test.database.execute('UPDATE channel SET settings = ? WHERE id = ?', [settings, id]);

async function channel(agent: Agent, input: object): Promise<{ id: string; path: string }> {
  const { body } = await agent.post('/api/v1/channel').send(input).expect(201);
  return { id: body.data.id as string, path: `/api/v1/channel/${body.data.id as string}` };
}

describe('settings of a channel that cannot be opened', () => {
  it.each(DAMAGES)(
    'since they are %s are a conflict to whatever needs them, and are replaced by complete ones',
    async (_name, damaged) => {
      const agent = await newUser(test, null);
      const { id, path } = await channel(agent, {
        type: 'webhook',
        name: 'hook',
        settings: { url: URL, secret: SECRET },
      });
      await damage(id, damaged(test, id));

      for (const address of [path, '/api/v1/channel']) await agent.get(address).expect(200);
      expect((await agent.get(path)).body.data.settings).toEqual({});
      for (const action of ['test', 'rotate-secret']) {
        const refused = await agent.post(`${path}/${action}`);
        expectProblem(refused, 409, 'conflict');
        expect(refused.body.detail).toContain('Send complete new settings');
      }
      await agent.patch(path).send({ name: 'another name' }).expect(200);

      const masked = await agent.patch(path).send({ settings: { url: URL, secret: '••••bwc=' } });
      expectProblem(masked, 422, 'invalid-body');
      expect(masked.body.errors).toEqual([
        { field: 'settings.secret', message: 'must be given again: the stored settings cannot be read' },
      ]);
      // A secret that the service makes in place of the one that is lost is shown, this once.
      const { body } = await agent
        .patch(path)
        .send({ settings: { url: URL } })
        .expect(200);
      expect(body.data.settings).toEqual({ url: URL, secret: expect.stringMatching(/^whsec_.{40,}$/) as string });
      await agent.post(`${path}/rotate-secret`).expect(200);
      expect((await agent.get(path)).body.data.settings).toMatchObject({ url: URL });
    },
  );

  it('of which a secret is required are replaced by those that have it only, and are deleted', async () => {
    const agent = await newUser(test, null);
    const settings = { server: 'https://gotify.example.org/', token: 'AcanaryGKJ7bZ1x' };
    const { id, path } = await channel(agent, { type: 'gotify', name: 'phone', settings });
    await damage(id, CUT_OFF);
    const refused = await agent.patch(path).send({ settings: { server: settings.server } });
    expectProblem(refused, 422, 'invalid-body');
    expect(refused.body.errors).toMatchObject([{ field: 'settings.token' }]);
    await agent.patch(path).send({ settings }).expect(200);
    await damage(id, CUT_OFF);
    await agent.delete(path).expect(204);
    await agent.get(path).expect(404);
  });

  it('of a mail channel let nobody confirm, ask the owner of a new address, and still let the old one unsubscribe', async () => {
    const agent = await newUser(test, null);
    const first = { address: 'first@example.net' };
    const { id, path } = await channel(agent, { type: 'email', name: 'mail', settings: first });
    await test.database.execute(`UPDATE channel SET state = 'ok', confirmed_at = created_at WHERE id = ?`, [id]);
    await damage(id, CUT_OFF);
    const { body } = await agent
      .patch(path)
      .send({ settings: { address: `${id}@example.net` } })
      .expect(200);
    expect(body.data).toMatchObject({ state: 'unconfirmed' });
    await damage(id, CUT_OFF);
    expectProblem(await agent.post(`${path}/confirmation`), 409, 'conflict');
    const links = test.app.get(ConsentLinks);
    const soon = Math.floor(Date.now() / 1_000) + 86_400;
    await test.http.post(pathOf(links.confirm(id, first.address, soon))).expect(410);
    const unsubscribe = pathOf(links.unsubscribe(id, first.address));
    await test.http.post(unsubscribe).type('form').send('List-Unsubscribe=One-Click').expect(200);
    expect((await agent.get(path)).body.data).toMatchObject({ state: 'disabled', enabled: false });
  });
});

describe('settings of a source that cannot be opened', () => {
  it('are replaced by complete ones, and the source is removed', async () => {
    const agent = await test.as('editor', ['read', 'write', 'catalogue:write']);
    const record = product('Tracked', ['1.0']);
    await test.import(record);
    const software = await softwareOf(test, record);
    const path = `/api/v1/software/${software}/source`;
    const source = { type: 'github-releases', settings: { repository: 'owner/name', token: 'ghp_canary0123456789' } };
    const write = (settings: object) => agent.put(path).send({ ...source, settings });
    await write(source.settings).expect(200);
    const spoil = () =>
      test.database.execute('UPDATE software_source SET settings = ? WHERE software_id = ?', [CUT_OFF, software]);
    await spoil();
    expect((await agent.get(path).expect(200)).body.data.settings).toEqual({});
    const masked = await write({ ...source.settings, token: '••••6789' });
    expectProblem(masked, 422, 'invalid-body');
    expect(masked.body.errors).toMatchObject([{ field: 'settings.token' }]);
    const { body } = await write(source.settings).expect(200);
    expect(body.data.settings).toMatchObject({ repository: 'owner/name', token: '••••6789' });
    await spoil();
    await agent.delete(path).expect(204);
  });
});

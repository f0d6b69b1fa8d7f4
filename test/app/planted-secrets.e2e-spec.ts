import { secretFields } from '../../src/common/settings/setting';
import { ChannelRegistry } from '../../src/notification/providers/channel-registry';
import { SourceRegistry } from '../../src/source/sources/source-registry';
import { alterAnswers, closeAll } from '../notification/providers/peers';
import { readStages as channelStages } from '../notification/providers/stage';
import { known } from '../setup/api';
import { useApp } from '../setup/app';
import { emitted, lookedAt, takeLeaks, TEST_SECRET_KEY } from '../setup/planted';
import { newUser } from '../setup/tracking';
import { readStages as sourceStages } from '../source/sources/stage';

const SOMEWHERE = 'http://127.0.0.1:1031';
/** What is reached by an address of the operator's, below: nothing is there. */
const AWAY: Record<string, string> = { email: 'ESOCKET', apprise: 'connect' };
const isPlanted = (value: unknown) => /canary/i.test(JSON.stringify(value));

/**
 * `setup/no-leaks.ts` looks at everything that the service lets out in every test file. Here: that it would find something, that there is
 * something to be found, and that each type of channel and source was looked at.
 */
describe('secrets that tests plant', () => {
  const test = useApp({
    SMTP_URL: 'smtp://user:canaryPassword@127.0.0.1:1',
    GITHUB_TOKEN: 'ghp_canaryTokenOfTheOperator',
    GITLAB_TOKEN: 'glpat-canaryTokenOfTheOperator',
    OPERATOR_CHANNEL_URL: 'http://127.0.0.1:1/canaryOperator',
    APPRISE_URL: 'http://127.0.0.1:1',
  });

  afterAll(async () => {
    await closeAll();
    const { answer, output, row } = lookedAt();
    expect([answer, output, test.database.dialect.embedded ? row : 100_000].every((size) => size > 10_000)).toBe(true);
  });

  it('are in every secret setting of every type', async () => {
    const stages = channelStages();
    for (const channel of test.app.get(ChannelRegistry).all()) {
      const { settings } = await stages[channel.type]!();
      for (const field of secretFields(channel.settingsClass))
        if (settings[field] !== undefined)
          expect([channel.type, field, isPlanted(settings[field])]).toEqual([channel.type, field, true]);
    }
    for (const source of test.app.get(SourceRegistry).all()) {
      const settings = sourceStages()[source.type]!.settings(SOMEWHERE) as Record<string, unknown>;
      for (const field of secretFields(source.settingsClass))
        if (settings[field] !== undefined)
          expect([source.type, field, isPlanted(settings[field])]).toEqual([source.type, field, true]);
    }
  });

  it('of channels of every type come out nowhere: made, shown, changed, tested, failed', async () => {
    const stages = channelStages();
    // A helpful server answers with what it was asked, secrets included, and with what only its own network may know.
    alterAnswers(([status, headers], { path, headers: sent, body }) => {
      const text = `canary of the answer: ${path} ${JSON.stringify(sent)} ${body}`;
      return [
        status,
        { ...headers, 'x-error': 'canary' },
        JSON.stringify({ message: text, error: text, reason: text }),
      ];
    });
    for (const { type, settingsClass } of test.app.get(ChannelRegistry).all()) {
      const { settings, refuse } = await stages[type]!();
      const agent = await newUser(test, null); // a user has five tests a minute
      const made = await agent.post('/api/v1/channel').send({ type, name: type, settings });
      expect([type, made.status]).toEqual([type, 201]);
      const address = `/api/v1/channel/${made.body.data.id}`;
      refuse?.('for good');
      const { body } = await agent.post(`${address}/test`);
      const code = AWAY[type] ?? (expect.stringMatching(/^\d{3}$/) as string);
      if (refuse) expect([type, body.data]).toMatchObject([type, { state: 'failed', code }]);
      await agent.get(address).expect(200);
      await agent
        .patch(address)
        .send({ settings: { ...settings, nothing: 'canarySecret' } })
        .expect(422);
      for (const field of secretFields(settingsClass))
        await agent.patch(address).send({ settings: { [field]: 'canary \u0000 secret' } });
      await agent.delete(address).expect(204);
    }
    alterAnswers(null);
    await test.http.get('/metrics').expect(200);
    expect(takeLeaks()).toEqual([]);
  });

  it('of sources of every type come out nowhere: set, shown, refused, exported', async () => {
    const agent = await test.as('writer', ['read', 'catalogue:write']);
    for (const { type } of test.app.get(SourceRegistry).all()) {
      const { id } = await known(test, `Software of ${type}`);
      const settings = sourceStages()[type]!.settings(SOMEWHERE) as object;
      const set = await agent.put(`/api/v1/software/${id}/source`).send({ type, settings });
      expect([type, set.status, set.text.slice(0, 300)]).toEqual([type, 200, expect.anything()]);
      await agent.get(`/api/v1/software/${id}/source`).expect(200);
      await agent.put(`/api/v1/software/${id}/source`).send({ type, settings: { ...settings, nothing: 'canary' } });
    }
    expect(takeLeaks()).toEqual([]);
  });

  it.each([
    ['answer', '{"secret":"whsec_canarySecret"}'],
    ['output', 'POST https://example.org/canaryPath failed'],
    ['output', `it is ${TEST_SECRET_KEY}!`],
    ['row', 'xCANARYx'],
    ['output', `cookie: tracker=sus_${'x'.repeat(43)}`],
    ['row', `suc_${'y'.repeat(43)}`],
    ['answer', `{"cookie":"sus_${'z'.repeat(43)}"}`],
  ] as const)('would be found in an %s: %s', (what, text) => {
    emitted(what, text, 'this test');
    expect(takeLeaks()).toEqual([`${what} of this test: …${text}…`]);
  });

  it('would be found in what the service itself lets out', async () => {
    const software = await known(test, 'A canary in the catalogue', ['1.0'], { publisher: { name: 'Somebody' } });
    await (await test.as()).get(`/api/v1/software/${software.id}`).expect(200);
    const [found] = takeLeaks();
    expect(found).toMatch(/^answer of GET \/api\/v1\/software\//);
    await test.database.execute('DELETE FROM software WHERE id = ?', [software.id]);
    // Freed pages of the embedded file still have what was in them.
    if (test.database.dialect.embedded) await test.database.query('VACUUM');
  });

  it('are not told by an address of a webhook, which its owner may see', () => {
    emitted('answer', 'https://example.org/canaryPath?token=canaryQuery', 'this test');
    expect(takeLeaks()).toEqual([]);
  });
});

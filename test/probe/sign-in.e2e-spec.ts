import { SourcePoller } from '../../src/source/polling/source-poller';
import type { Agent } from '../setup/api';
import { useApp } from '../setup/app';
import { newUser, track, type Tracked } from '../setup/tracking';
import { Keycloak, PiHole } from './programs-with-sessions';
import { StandIn } from './stand-in';

const PASSWORD = 'canary pass:wörd';

describe('probes that sign in', () => {
  const test = useApp({ SOURCE_HOST_DELAY_MS: '0', SOURCES: 'all' });
  let agent: Agent;
  const open: StandIn[] = [];

  beforeEach(async () => {
    agent = await newUser(test);
  });

  afterEach(() => Promise.all(open.splice(0).map((one) => one.close())));

  async function standIn(answer: StandIn['answer']): Promise<StandIn> {
    const one = await StandIn.open(answer);
    open.push(one);
    return one;
  }

  const pathOf = ({ id }: Tracked) => `/api/v1/favorite/${id}/probe/prod`;
  const put = (favorite: Tracked, input: object) => favorite.agent.put(pathOf(favorite)).send(input);

  async function ask(favorite: Tracked): Promise<Record<string, unknown>> {
    const { now } = test.database.dialect;
    await test.database.execute(`UPDATE probe SET next_at = ${now}`);
    await test.database.execute(`UPDATE source_host SET next_at = ${now}, rest_until = NULL`);
    await test.app.get(SourcePoller).pollDue();
    return (await favorite.agent.get(pathOf(favorite)).expect(200)).body.data;
  }

  it('Pi-hole: each time a session, which ends at once, as there are few', async () => {
    const piHole = new PiHole(PASSWORD);
    const program = await standIn(piHole.answer);
    const favorite = await track(test, agent, 'v6.0', ['v6.0', 'v6.0.4']);
    const input = { preset: 'pi-hole', address: program.url };
    const { body } = await put(favorite, { ...input, token: PASSWORD }).expect(200);
    expect(body.data).toMatchObject({ headers: ['X-FTL-SID'], state: 'new' });
    for (let times = 0; times < 2; times++)
      expect(await ask(favorite)).toMatchObject({ state: 'ok', version: 'v6.0.4', message: null });
    const sequence = ['POST /api/auth', 'GET /api/info/version', 'DELETE /api/auth'];
    expect(program.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([...sequence, ...sequence]);
    expect(piHole.sessions.size).toBe(0);
    // The password goes into the body only, and the session into the header only.
    for (const { headers } of program.asked) expect(JSON.stringify(headers)).not.toContain('canary pass');

    piHole.sessions.add('of somebody else');
    expect(await ask(favorite)).toMatchObject({
      ...{ state: 'failing', version: 'v6.0.4', failures: 1 },
      message: 'It was asked too often, or has no free session (429)',
    });
    piHole.sessions.clear();
    // The secret is kept without being sent again, and a session ends also after an answer without a version.
    program.answer = (request) => (request.path === '/api/info/version' ? { status: 503 } : piHole.answer(request));
    await put(favorite, { ...input, interval: '1h' }).expect(200);
    expect(await ask(favorite)).toMatchObject({ state: 'failing', message: 'It failed (503)' });
    expect(piHole.sessions.size).toBe(0);
    program.answer = piHole.answer;
    expect(await ask(favorite)).toMatchObject({ state: 'ok', failures: 0 });
  });

  it('Pi-hole without a password is asked without a session', async () => {
    const program = await standIn({ body: { version: { core: { local: { version: 'v6.0.4' } } } } });
    const favorite = await track(test, agent, 'v6.0', ['v6.0', 'v6.0.4']);
    await put(favorite, { preset: 'pi-hole', address: program.url }).expect(200);
    expect(await ask(favorite)).toMatchObject({ state: 'ok', version: 'v6.0.4' });
    expect(program.asked.map(({ method }) => method)).toEqual(['GET']);
  });

  it('Keycloak: a token for each time, by the credentials of a client', async () => {
    const program = await standIn(new Keycloak('updates', 'canary:secret').answer);
    const favorite = await track(test, agent, '26.4.0', ['26.4.0', '26.4.1']);
    const input = { preset: 'keycloak', address: `${program.url}/` };
    const { body } = await put(favorite, { ...input, token: 'canary-without-colon' }).expect(422);
    expect(body.errors[0].field).toBe('token');
    expect(JSON.stringify(body)).not.toContain('canary');
    await put(favorite, { ...input, token: 'updates:canary:secret' }).expect(200);
    for (let times = 0; times < 2; times++)
      expect(await ask(favorite)).toMatchObject({ state: 'ok', version: '26.4.1' });
    const { settings } = (
      await test.database.query<{ settings: string }>('SELECT settings FROM probe WHERE favorite_id = ?', [favorite.id])
    )[0]!;
    expect(settings).toMatch(/^v1\./);
    await put(favorite, { ...input, token: 'updates:canary-wrong' }).expect(200);
    expect(await ask(favorite)).toMatchObject({
      ...{ state: 'failing', version: null, message: 'It wants a token, or another one (401)' },
    });
  });

  it('a sign-in goes nowhere else, and an answer that shows the secret or the token counts for nothing', async () => {
    const other = await standIn(new PiHole(PASSWORD).answer);
    const program = await standIn({ status: 307, headers: { location: `${other.url}/api/auth` } });
    const favorite = await track(test, agent, 'v6.0', ['v6.0', 'v6.0.4']);
    await put(favorite, { preset: 'pi-hole', address: program.url, token: 'canary-password-1' }).expect(200);
    expect(await ask(favorite)).toMatchObject({ message: 'It leads to another address: give that one (307)' });
    expect(other.asked).toEqual([]);

    program.answer = { body: { session: { valid: true, sid: null } } };
    expect((await ask(favorite)).message).toContain('has given no token');

    const session = { session: { sid: 'canary-sid-9' } };
    for (const shown of ['canary-password-1', 'canary-sid-9']) {
      program.answer = ({ method }) =>
        method === 'GET' ? { body: { version: { core: { local: { version: shown } } } } } : { body: session };
      expect(await ask(favorite)).toMatchObject({ message: 'What stands there is a secret of the request itself' });
    }
  });
});

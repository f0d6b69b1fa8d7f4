import { UpkeepService } from '../../src/operations/upkeep/upkeep.service';
import { expectProblem } from '../setup/api';
import { useApp } from '../setup/app';
import { type Browser, browserWith, codeFor, signedIn, startSession } from '../setup/session';
import { count } from '../setup/tracking';

const test = useApp();

const LONG_AGO = '2020-01-01 00:00:00.000000';

async function reasonOf(code: string): Promise<string> {
  const response = await startSession(test, { code });
  expectProblem(response, 401, 'unauthorized');
  return response.body.reason as string;
}

describe('a sign-in link', () => {
  it('signs in its user, with its scopes', async () => {
    await test.token('ada');
    const { agent, id } = await browserWith(test, { code: await codeFor(test, 'ada', ['read', 'admin']) });
    const { body } = await agent.get('/api/v1/session/current').expect(200);
    expect(body.data).toMatchObject({ id, means: 'link', scopes: ['read', 'admin'], user: { name: 'ada' } });
    expect((await agent.get('/api/v1/audit?action=session.created').expect(200)).body.data).toMatchObject([
      { means: 'session', credential: id, details: { means: 'link', scopes: 'read admin' } },
    ]);
    expect((await agent.get('/api/v1/audit?action=session.link-created').expect(200)).body.data).toMatchObject([
      { means: 'cli', user: null, details: { scopes: 'read admin' } },
    ]);
  });

  it('works once, and its second use says so', async () => {
    await test.token('once');
    const code = await codeFor(test, 'once');
    await startSession(test, { code }).expect(201);
    expect(await reasonOf(code)).toBe('used');
  });

  it('works once also when several use it at the same moment', async () => {
    await test.token('race');
    const code = await codeFor(test, 'race');
    const answers = await Promise.all(Array.from({ length: 8 }, () => startSession(test, { code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(401)]);
    expect(await count(test, 'web_session s JOIN user u ON u.id = s.user_id WHERE u.name = ?', 'race')).toBe(1);
  });

  it('says when it is too old, and when there is no such link', async () => {
    await test.token('late');
    const code = await codeFor(test, 'late');
    await test.database.execute('UPDATE sign_in_link SET ends_at = ? WHERE used_at IS NULL', [LONG_AGO]);
    expect(await reasonOf(code)).toBe('expired');
    for (const unknown of [`suc_${'x'.repeat(43)}`, 'x', "' OR 1=1 --"])
      expect(await reasonOf(unknown)).toBe('unknown');
  });

  it('is gone some days after its end, and one that may be used stays', async () => {
    await test.token('upkeep');
    const [code] = [await codeFor(test, 'upkeep'), await codeFor(test, 'upkeep')];
    const [newest] = await test.database.query<{ id: string }>('SELECT id FROM sign_in_link ORDER BY id DESC LIMIT 1');
    await test.database.execute('UPDATE sign_in_link SET ends_at = ? WHERE id = ?', [LONG_AGO, newest!.id]);
    const { sign_in_links: removed } = await test.app.get(UpkeepService).run();
    expect(removed).toBeGreaterThan(0);
    expect(await count(test, 'sign_in_link WHERE ends_at = ?', LONG_AGO)).toBe(0);
    await startSession(test, { code }).expect(201);
  });
});

describe('a sign-in link for another device', () => {
  const codeOf = (url: string) => /^http:.+\/sign-in#k=(suc_[\w-]{43})$/.exec(url)![1]!;
  const linkOf = async (browser: Browser) => {
    const { body } = await browser.agent.post('/api/v1/session/link').expect(201);
    return codeOf(body.data.url as string);
  };
  const current = async ({ agent }: Browser) =>
    (await agent.get('/api/v1/session/current').expect(200)).body.data as {
      means: string;
      token: string;
      scopes: string[];
      ends_at: string;
      user: { name: string };
    };

  it('signs in the same user, once, who may do the same there, no longer, and with the same token', async () => {
    const laptop = await signedIn(test, 'grace', ['read', 'write']);
    const code = await linkOf(laptop);
    const phone = await browserWith(test, { code });
    const [here, there] = [await current(laptop), await current(phone)];
    expect(there).toMatchObject({ user: { name: 'grace' }, means: 'token', scopes: here.scopes, token: here.token });
    expect(there.ends_at).toBe(here.ends_at);
    expect(await reasonOf(code)).toBe('used');
    const admin = await signedIn(test, 'root', ['read', 'admin']);
    expect((await admin.agent.get('/api/v1/audit?action=session.link-created').expect(200)).body.data[0]).toMatchObject(
      {
        means: 'session',
        credential: laptop.id,
        details: { scopes: 'read write' },
      },
    );
    await phone.agent.delete(`/api/v1/token/${here.token}`).expect(204);
    for (const { agent } of [laptop, phone]) await agent.get('/api/v1/session/current').expect(401);
  });

  it('ends with the session that made it, with the next link, and after ten minutes', async () => {
    const laptop = await signedIn(test, 'mary');
    const [first, second] = [await linkOf(laptop), await linkOf(laptop)];
    expect(await reasonOf(first)).toBe('unknown');
    await test.database.execute('UPDATE sign_in_link SET ends_at = ? WHERE used_at IS NULL', [LONG_AGO]);
    expect(await reasonOf(second)).toBe('expired');
    const third = await linkOf(laptop);
    await laptop.agent.delete('/api/v1/session/current').expect(204);
    expect(await reasonOf(third)).toBe('expired');
    expect(await count(test, 'sign_in_link l JOIN user u ON u.id = l.user_id WHERE u.name = ?', 'mary')).toBe(1);
  });

  it("does not touch the operator's links of the same user", async () => {
    const laptop = await signedIn(test, 'both');
    const code = await codeFor(test, 'both');
    await linkOf(laptop);
    await startSession(test, { code }).expect(201);
  });

  it('needs a session with a recent sign-in, from a page of the service', async () => {
    const laptop = await signedIn(test, 'stale');
    expectProblem(await test.http.post('/api/v1/session/link').set('Cookie', laptop.cookie), 403, 'forbidden');
    expectProblem(await (await test.as('stale')).post('/api/v1/session/link'), 404, 'not-found');
    await test.database.execute('UPDATE web_session SET created_at = ? WHERE id = ?', [LONG_AGO, laptop.id]);
    expectProblem(await laptop.agent.post('/api/v1/session/link'), 403, 'sign-in-again');
  });
});

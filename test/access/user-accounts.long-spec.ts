import { expectProblem, known } from '../setup/api';
import { useApp } from '../setup/app';
import { eventually } from '../setup/eventually';
import { AUDIENCE, type Issuer, startIssuer } from '../setup/issuer';
import { TokenService } from '../../src/access/auth/token.service';
import { UserService } from '../../src/access/user/user.service';
import { UserRemoval } from '../../src/operations/upkeep/user-removal';

let issuer: Issuer;
let removal: UserRemoval;

beforeAll(async () => {
  issuer = await startIssuer();
});

const test = useApp(() => ({ OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: AUDIENCE }));

beforeAll(() => {
  removal = test.app.get(UserRemoval);
});

afterAll(() => issuer.stop());

const profile = (token: string) => test.http.get('/api/v1/profile').set('Authorization', `Bearer ${token}`);
const account = async (name: string) => (await test.app.get(UserService).find(name))!;
const auditOf = async (id: string) => {
  const admin = await test.as('auditor', ['admin']);
  const { body } = await admin.get(`/api/v1/audit?resource=${id}&sort=created_at`).expect(200);
  return body.data as { action: string; means: string; user: null; details: object }[];
};

/** Within five seconds, as is promised. */
const becomes = (token: string, status: number) =>
  eventually(async () => expect((await profile(token)).status).toBe(status));

describe('a user who is disabled', () => {
  it('is let in nowhere within five seconds, and again when enabled', async () => {
    const token = await test.token('ada');
    await profile(token).expect(200);
    const { id } = await account('ada');
    expect([await removal.disable(id), await removal.disable(id)]).toEqual([true, false]);
    await becomes(token, 401);
    expect([await removal.enable(id), await removal.enable(id)]).toEqual([true, false]);
    await becomes(token, 200);
    expect(await auditOf(id)).toMatchObject([
      { action: 'user.created' },
      { action: 'user.disabled', means: 'cli', user: null },
      { action: 'user.enabled', means: 'cli', user: null },
    ]);
  });

  it('makes nothing while the token is still remembered', async () => {
    const agent = await test.as('remembered');
    const { id: software } = await known(test, 'Remembered');
    await agent.get('/api/v1/profile').expect(200);
    await removal.disable((await account('remembered')).id);
    const answers = [
      agent.post('/api/v1/favorite').send({ software, version: '1.0' }),
      agent.post('/api/v1/channel').send({ type: 'log', name: 'log', settings: {} }),
      agent.post('/api/v1/token').send({ name: 'another', scopes: ['read'] }),
    ];
    for (const answer of await Promise.all(answers)) expectProblem(answer, 401, 'unauthorized');
  });

  it('gets no token on the command line', async () => {
    await test.token('locked');
    await removal.disable((await account('locked')).id);
    await expect(test.token('locked')).rejects.toThrow('The user "locked" is disabled.');
  });

  it('cannot sign in at the issuer, and stays disabled', async () => {
    const token = await issuer.sign({ sub: 'grace', scope: 'read' });
    const { body } = await profile(token).expect(200);
    const { id } = await account(body.data.user as string);
    await removal.disable(id);
    await becomes(token, 401);
    await profile(await issuer.sign({ sub: 'grace', scope: 'read' })).expect(401);
    await removal.enable(id);
    await profile(await issuer.sign({ sub: 'grace', scope: 'read', jti: 'new' })).expect(200);
    expect((await account(body.data.user as string)).id).toBe(id);
  });
});

describe('a user who is deleted', () => {
  it('is another one when the issuer sends the same person again', async () => {
    const first = await issuer.sign({ sub: 'eve', scope: 'read write' });
    const { body } = await profile(first).expect(200);
    const before = await account(body.data.user as string);
    await removal.remove(before.id);
    await eventually(async () => {
      await profile(await issuer.sign({ sub: 'eve', scope: 'read write', jti: crypto.randomUUID() })).expect(200);
      expect((await account(body.data.user as string)).id).not.toBe(before.id);
    }, 5_000);
  });

  it('is found by id before by name', async () => {
    await test.token('original');
    const { id } = await account('original');
    await test.token(id);
    expect((await account(id)).name).toBe('original');
    await removal.remove(id);
    expect((await account(id)).name).toBe(id);
  });
});

describe('a token of the command line', () => {
  const create = (name: string, isPerson?: boolean) =>
    test.app
      .get(TokenService)
      .createForUser({ name, email: null, isPerson }, { name: 'cli', scopes: ['read'], expiresAt: null });

  it('is not made for a person of the issuer by accident', async () => {
    const { body } = await profile(await issuer.sign({ sub: 'taken', scope: 'read' })).expect(200);
    const name = body.data.user as string;
    await expect(create(name)).rejects.toThrow(/is a person of the issuer http:.*--issuer-user/s);
    const { token } = await create(name, true);
    expect((await profile(token).expect(200)).body.data.user).toBe(name);
  });

  it('is made for such a person only where there is one', async () => {
    await test.token('by-hand');
    for (const name of ['by-hand', 'unheard of'])
      await expect(create(name, true)).rejects.toThrow('No person of an issuer is called');
    expect(await test.app.get(UserService).find('unheard of')).toBeNull();
  });
});

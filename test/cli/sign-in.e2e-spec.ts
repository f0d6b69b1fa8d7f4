import { createStage, onServerDatabase, type Server, type Stage } from '../setup/process';
import { eventually } from '../setup/eventually';

let stage: Stage;

beforeAll(async () => {
  stage = await createStage({ WORKER: 'false', PUBLIC_URL: 'https://updates.example.org' });
  await stage.cli(['token', 'create', '--user', 'ada']);
});

afterAll(() => stage.drop());

const LINK = /^https:\/\/updates\.example\.org\/sign-in#k=(suc_[\w-]{43})\n$/;

/** What a page of the service does. */
const post = (server: Server, body: object) =>
  fetch(`${server.url}/api/v1/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
    body: JSON.stringify(body),
  });

const ask = (server: Server, cookie: string, method = 'GET', path = 'profile') =>
  fetch(`${server.url}/api/v1/${path}`, { method, headers: { cookie, 'Sec-Fetch-Site': 'same-origin' } });

const cookieOf = (response: Response) => response.headers.getSetCookie()[0]!.split(';')[0]!;

describe('the command sign-in', () => {
  it('prints a link, and nothing else on stdout, that signs the user in once', async () => {
    const { code, stdout, stderr } = await stage.cli(['sign-in', '--user', 'ada', '--scopes', 'read', '--for', '2h']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(LINK) });
    expect(stderr).toBe('Signs in ada, scopes read. It works once, for 2h:\n');
    const server = await stage.serve();
    const given = { code: LINK.exec(stdout)![1]! };
    const first = await post(server, given);
    expect(first.status).toBe(201);
    const { data } = (await first.json()) as { data: object };
    expect(data).toMatchObject({ user: { name: 'ada' }, scopes: ['read'], means: 'link' });
    const second = await post(server, given);
    expect(second.status).toBe(401);
    expect(await second.json()).toMatchObject({ reason: 'used' });
    await server.stop();
  });

  it('names the address that the service has where there is no PUBLIC_URL', async () => {
    const env = { PUBLIC_URL: '', HOST: '0.0.0.0', PORT: '4117' };
    const { stdout, stderr } = await stage.cli(['sign-in', '--user', 'ada'], undefined, env);
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:4117\/sign-in#k=\S+\n$/);
    expect(stderr).toContain('PUBLIC_URL');
  });

  it.each<[string, string[], number, string]>([
    [
      'a user who does not exist',
      ['--user', 'nobody'],
      1,
      'There is no user "nobody". Create one first: user create "nobody"',
    ],
    ['no user', [], 2, "required option '--user <name>'"],
    ['a scope that does not exist', ['--user', 'ada', '--scopes', 'all'], 2, 'Choose among read, write'],
    ['too long a time', ['--user', 'ada', '--for', '8d'], 2, 'At most 7d'],
    ['a person of no issuer', ['--user', 'ada', '--issuer-user'], 1, 'No person of an issuer is called "ada"'],
  ])('refuses %s', async (_, args, code, message) => {
    const finished = await stage.cli(['sign-in', ...args]);
    expect(finished).toMatchObject({ code, stdout: '' });
    expect(finished.stderr).toContain(message);
  });

  it('refuses a user who is disabled', async () => {
    await stage.cli(['token', 'create', '--user', 'gone']);
    await stage.cli(['user', 'disable', 'gone']);
    const finished = await stage.cli(['sign-in', '--user', 'gone']);
    expect(finished).toMatchObject({ code: 1, stdout: '' });
    expect(finished.stderr).toContain('disabled');
  });
});

describe('the command user create', () => {
  it('makes a user, whom sign-in then lets in: what each says names the next command', async () => {
    const created = await stage.cli(['user', 'create', 'bea', '--email', 'bea@example.org']);
    expect(created).toMatchObject({ code: 0, stderr: 'Created bea. A link for them: sign-in --user "bea"\n' });
    expect(JSON.parse(created.stdout)).toMatchObject({ name: 'bea', email: 'bea@example.org', disabled_at: null });
    expect((await stage.cli(['sign-in', '--user', 'bea'])).stdout).toMatch(LINK);
  });

  it.each<[string, string[], number, string]>([
    ['a name that somebody has', ['ada'], 1, 'There is a user "ada" already.'],
    ['no name', [], 2, "missing required argument 'name'"],
    ['a blank name', ['  '], 2, 'Write 1 to 100 characters.'],
    ['what is no address', ['cleo', '--email', 'nowhere'], 2, 'is not an e-mail address'],
  ])('refuses %s', async (_, args, code, message) => {
    const finished = await stage.cli(['user', 'create', ...args]);
    expect(finished).toMatchObject({ code, stdout: '' });
    expect(finished.stderr).toContain(message);
  });
});

(onServerDatabase ? describe : describe.skip)('on two replicas', () => {
  it('a session works on both, and one that ends on the first ends on the second within five seconds', async () => {
    const [one, two] = (await Promise.all([stage.serve(), stage.serve()])) as [Server, Server];
    const { stdout } = await stage.cli(['sign-in', '--user', 'ada']);
    const cookie = cookieOf(await post(one, { code: LINK.exec(stdout)![1]! }));
    expect((await ask(two, cookie)).status).toBe(200);
    expect((await ask(one, cookie, 'DELETE', 'session/current')).status).toBe(204);
    expect((await ask(one, cookie)).status).toBe(401);
    await eventually(async () => (await ask(two, cookie)).status === 401);

    const made = (await stage.cli(['token', 'create', '--user', 'ada'])).stdout.trim();
    const byToken = cookieOf(await post(two, { token: made }));
    expect((await ask(one, byToken)).status).toBe(200);
    const list = (await (await ask(two, byToken, 'GET', 'token')).json()) as { data: { id: string }[] };
    expect((await stage.cli(['token', 'revoke', list.data.at(-1)!.id])).code).toBe(0);
    await eventually(async () => (await ask(one, byToken)).status === 401);
    await eventually(async () => (await ask(two, byToken)).status === 401);
    await Promise.all([one.stop(), two.stop()]);
  });
});

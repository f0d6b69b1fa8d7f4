import { expectProblem, UUID } from '../setup/api';
import { useApp } from '../setup/app';
import { createStage, onServerDatabase, type Server } from '../setup/process';

const test = useApp();

interface Made {
  id: string;
  parent: string | null;
  token: string;
}

const BODY = { name: 'made', scopes: ['read', 'write'] };
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const ask = (token: string, body: object = BODY) => test.http.post('/api/v1/token').set(bearer(token)).send(body);
const make = async (token: string) => (await ask(token).expect(201)).body.data as Made;
const revoke = (token: string, path: string) => test.http.delete(`/api/v1/token/${path}`).set(bearer(token));

async function listed(token: string, query = ''): Promise<Record<string, string | null>> {
  const { body } = await test.http.get(`/api/v1/token${query}`).set(bearer(token)).expect(200);
  return Object.fromEntries((body.data as Made[]).map(({ id, parent }) => [id, parent]));
}

/** A token of the command line, one that it made, one that this made, and one more. */
async function family(user: string) {
  const root = await test.token(user);
  const child = await make(root);
  const grandchild = await make(child.token);
  return { root, child, grandchild, last: await make(grandchild.token) };
}

describe('a token that was revoked while this replica remembers it', () => {
  /** As another replica does, of which this one hears nothing. */
  it.each<[string, string]>([
    ['was revoked', 'DELETE FROM access_token WHERE id = ?'],
    ['has expired', "UPDATE access_token SET expires_at = '2020-01-01 00:00:00' WHERE id = ?"],
    [
      'is of a user who was disabled',
      "UPDATE user SET disabled_at = '2020-01-01 00:00:00' WHERE id = (SELECT user_id FROM access_token WHERE id = ?)",
    ],
    ['is of a user who was deleted', 'DELETE FROM user WHERE id = (SELECT user_id FROM access_token WHERE id = ?)'],
  ])('makes no other one: it %s', async (what, statement) => {
    const root = await test.token(what);
    const child = await make(root);
    await test.http.get('/api/v1/profile').set(bearer(child.token)).expect(200);
    await test.database.execute(statement, [child.id]);
    const answer = await ask(child.token);
    expectProblem(answer, 401, 'unauthorized');
    expect(answer.headers['www-authenticate']).toContain('error="invalid_token"');
    const [row] = await test.database.query<{ made: number | string }>(
      'SELECT COUNT(*) AS made FROM access_token WHERE parent_id = ?',
      [child.id],
    );
    expect(Number(row!.made)).toBe(0);
  });

  (onServerDatabase ? it : it.skip)('makes no other one at a second replica either', async () => {
    const stage = await createStage({ WORKER: 'false' });
    try {
      await stage.cli(['migrate']);
      const root = (await stage.cli(['token', 'create', '--user', 'ada'])).stdout.trim();
      const [one, two] = (await Promise.all([stage.serve(), stage.serve()])) as [Server, Server];
      const send = (server: Server, token: string, method: string, path: string) =>
        fetch(`${server.url}/api/v1/${path}`, {
          method,
          headers: { ...bearer(token), 'Content-Type': 'application/json' },
          ...(method === 'POST' ? { body: JSON.stringify(BODY) } : {}),
        });
      const statuses: number[] = [];
      for (let round = 0; round < 5; round++) {
        const { data } = (await (await send(one, root, 'POST', 'token')).json()) as { data: Made };
        expect((await send(two, data.token, 'GET', 'profile')).status).toBe(200);
        expect((await send(one, root, 'DELETE', `token/${data.id}`)).status).toBe(204);
        statuses.push((await send(two, data.token, 'POST', 'token')).status);
      }
      expect(statuses).toEqual(Array(5).fill(401));
    } finally {
      await stage.drop();
    }
  });
});

describe('a token knows the one that it was made with', () => {
  it('and the list shows it, and finds those that one made', async () => {
    const { root, child, grandchild, last } = await family('shown');
    expect(child.parent).toMatch(UUID);
    const all = await listed(root);
    expect(all).toEqual({
      [child.parent!]: null,
      [child.id]: child.parent,
      [grandchild.id]: child.id,
      [last.id]: grandchild.id,
    });
    expect(await listed(root, `?parent=${child.id}`)).toEqual({ [grandchild.id]: child.id });
  });

  it('revoked alone, it leaves those that it made, in the line of its own parent', async () => {
    const { root, child, grandchild, last } = await family('alone');
    await revoke(root, grandchild.id).expect(204);
    expect(await listed(root)).toEqual({
      [child.parent!]: null,
      [child.id]: child.parent,
      [last.id]: child.id,
    });
    await test.http.get('/api/v1/profile').set(bearer(last.token)).expect(200);
    await revoke(root, `${child.id}?offspring=false`).expect(204);
    expect(await listed(root)).toEqual({ [child.parent!]: null, [last.id]: child.parent });
  });

  it('revoked with its offspring, it takes all of them along, and nobody else', async () => {
    const { root, child, grandchild, last } = await family('together');
    const sister = await make(root);
    const stranger = await family('stranger');
    // The line holds over one in the middle that was revoked before.
    await revoke(root, grandchild.id).expect(204);
    await revoke(root, `${child.id}?offspring=true`).expect(204);
    expect(await listed(root)).toEqual({ [child.parent!]: null, [sister.id]: child.parent });
    for (const { token } of [child, grandchild, last]) expectProblem(await ask(token), 401, 'unauthorized');
    expect(Object.keys(await listed(stranger.root))).toHaveLength(4);
    const { body } = await test.http
      .get(`/api/v1/audit?action=token.revoked&resource=${last.id}`)
      .set(bearer(await test.token('admin', ['admin'])))
      .expect(200);
    expect(body.data).toMatchObject([{ details: { offspring_of: child.id } }]);
  });

  it('revoked alone by mistake, its offspring can still be revoked', async () => {
    const { root, child } = await family('mistake');
    const before = child.parent!;
    const other = await test.token('mistake');
    await revoke(other, before).expect(204);
    expectProblem(await ask(root), 401, 'unauthorized');
    expect(await listed(other, `?parent=${before}`)).toEqual({ [child.id]: before });
    await revoke(other, `${before}?offspring`).expect(204);
    expect(Object.keys(await listed(other))).toHaveLength(1);
    expectProblem(await revoke(other, `${before}?offspring`), 404, 'not-found');
  });

  it("of somebody else's nothing is revoked, and other parameters are refused", async () => {
    const { child } = await family('mine');
    const eve = await test.token('eve');
    expectProblem(await revoke(eve, `${child.id}?offspring=true`), 404, 'not-found');
    expectProblem(await revoke(eve, `${child.parent!}?offspring=true`), 404, 'not-found');
    expect(expectProblem(await revoke(eve, `${child.id}?offsprings`), 400, 'invalid-query')).toEqual(['offsprings']);
    expect(expectProblem(await revoke(eve, `${child.id}?offspring=x`), 400, 'invalid-query')).toEqual(['offspring']);
    await test.http.get('/api/v1/profile').set(bearer(child.token)).expect(200);
  });

  it('makes no descendant that lives on, whenever the whole line is revoked', async () => {
    const root = await test.token('race');
    const own = Object.keys(await listed(root));
    for (let round = 0; round < 4; round++) {
      const child = await make(root);
      const grandchild = await make(child.token);
      const making = [child, grandchild].flatMap(({ token }) => Array.from({ length: 5 }, () => ask(token)));
      const [{ status }, ...answers] = await Promise.all([revoke(root, `${child.id}?offspring=true`), ...making]);
      expect(status).toBe(204);
      for (const answer of answers) expect([201, 401]).toContain(answer.status);
      expect(Object.keys(await listed(root))).toEqual(own);
    }
  });

  it('that is wrong in the database leads to no endless search', async () => {
    const { root, child, last } = await family('circle');
    await test.database.execute('UPDATE access_token SET parent_id = ? WHERE id = ?', [last.id, child.id]);
    await revoke(root, `${child.id}?offspring=true`).expect(204);
    expect(Object.keys(await listed(root))).toHaveLength(1);
  });
});

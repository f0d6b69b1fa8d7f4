import { createHmac, createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { JWK } from 'jose';
import { expectProblem, MOMENT } from '../setup/api';
import { useApp } from '../setup/app';
import { DatabaseClock } from '../../src/database/database-clock';
import { fromDate } from '../../src/common/time/utc-timestamp';
import { eventually } from '../setup/eventually';
import { AUDIENCE, type Issuer, startIssuer } from '../setup/issuer';

let issuer: Issuer;

beforeAll(async () => {
  issuer = await startIssuer();
});

const test = useApp(() => ({ OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: `urn:other,${AUDIENCE}` }));

afterAll(() => issuer.stop());

const profile = (token: string) => test.http.get('/api/v1/profile').set('Authorization', `Bearer ${token}`);

async function expectRefused(token: string): Promise<void> {
  const response = await profile(token);
  expectProblem(response, 401, 'unauthorized');
  expect(response.headers['www-authenticate']).toContain('error="invalid_token"');
}

const encoded = (part: object | string) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');

const good = () => ({
  iss: issuer.url,
  aud: AUDIENCE,
  sub: 'ada',
  scope: 'read',
  exp: Math.floor(Date.now() / 1_000) + 600,
});

describe('a token of the issuer', () => {
  it('lets a user in who is made at first sight, with name and address', async () => {
    const token = await issuer.token('ada');
    const { body } = await profile(token).expect(200);
    expect(body.data).toMatchObject({
      user: 'Ada Lovelace',
      email: 'ada@example.org',
      created_at: expect.stringMatching(MOMENT),
    });
    const again = await profile(await issuer.token('ada')).expect(200);
    expect(again.body.data).toEqual(body.data);
    const users = await test.database.query('SELECT issuer, subject FROM user WHERE name = ?', ['Ada Lovelace']);
    expect(users).toEqual([{ issuer: issuer.url, subject: 'ada' }]);
  });

  it('grants the scopes that it has, and nothing for words that are none', async () => {
    const reader = await issuer.token('eve', { scope: 'read openid-unknown' });
    await profile(reader).expect(200);
    const write = test.http.patch('/api/v1/profile').set('Authorization', `Bearer ${reader}`).send({});
    expectProblem(await write, 403, 'forbidden');
    const none = await profile(await issuer.token('eve', { scope: 'openid-unknown' }));
    expectProblem(none, 403, 'forbidden');
    expect(none.headers['www-authenticate']).toContain('insufficient_scope');
    const writer = await issuer.token('eve', { scope: 'read write' });
    await test.http
      .patch('/api/v1/profile')
      .set('Authorization', `Bearer ${writer}`)
      .send({ time_zone: 'Europe/Berlin' })
      .expect(200);
  });

  it('is taken with each kind of key of the issuer', async () => {
    await profile(await issuer.sign({}, {}, issuer.keys.rsa)).expect(200);
    await profile(await issuer.sign({}, {}, issuer.keys.ec)).expect(200);
    await profile(await issuer.sign({}, { alg: 'PS256' }, { ...issuer.keys.rsa, alg: 'PS256' })).expect(401); // the key is for RS256
  });

  it('makes one user when two requests are the first ones', async () => {
    const tokens = await Promise.all([1, 2, 3, 4].map(() => issuer.token('racer')));
    const bodies = await Promise.all(tokens.map(async (token) => (await profile(token).expect(200)).body.data));
    expect(new Set(bodies.map(({ user }) => user))).toEqual(new Set(['racer']));
    expect(await test.database.query('SELECT id FROM user WHERE subject = ?', ['racer'])).toHaveLength(1);
  });

  it('whose user is gone after a restore is refused once, and then makes the user anew', async () => {
    const token = await issuer.sign({ sub: 'restored' });
    await profile(token).expect(200);
    await test.database.execute('DELETE FROM user WHERE subject = ?', ['restored']);
    await expectRefused(token);
    await profile(token).expect(200);
  });

  it('never becomes a user who has the same name', async () => {
    await test.token('somebody');
    const { body } = await profile(await issuer.token('taken')).expect(200);
    expect(body.data.user).toMatch(/^somebody \([0-9a-f]{12}\)$/);
    expect(body.data.user).toBe((await profile(await issuer.token('taken')).expect(200)).body.data.user);
  });

  it('makes tokens of ours that do not outlive it', async () => {
    const token = await issuer.token('ada');
    const create = (body: object) => test.http.post('/api/v1/token').set('Authorization', `Bearer ${token}`).send(body);
    expect(expectProblem(await create({ name: 'x', scopes: ['read'] }), 403, 'forbidden')).toEqual(['expires_at']);
    expect(expectProblem(await create({ name: 'x', scopes: ['admin'] }), 403, 'forbidden')).toEqual(['scopes']);
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    const { body } = await create({ name: 'x', scopes: ['read'], expires_at }).expect(201);
    expect((await profile(body.data.token).expect(200)).body.data.user).toBe('Ada Lovelace');
  });

  it('is good to its end by the clock of the database, with a leeway of ten seconds, and no longer', async () => {
    const clock = jest.spyOn(test.app.get(DatabaseClock), 'now');
    const at = (seconds: number) => clock.mockResolvedValue(fromDate(new Date(seconds * 1_000)));
    const [iat, exp] = [2_000_000_000, 2_000_000_600];
    for (const seconds of [iat - 10, iat + 1, exp, exp + 9]) {
      at(seconds);
      await profile(await issuer.sign({ iat, nbf: iat, exp, jti: String(seconds) })).expect(200);
    }
    for (const seconds of [iat - 11, exp + 10, exp + 1_000]) {
      at(seconds);
      await expectRefused(await issuer.sign({ iat, nbf: iat, exp, jti: String(seconds) }));
    }
    clock.mockRestore();
  });

  it('that was good a moment ago is refused within five seconds of its end', async () => {
    const clock = jest.spyOn(test.app.get(DatabaseClock), 'now');
    clock.mockResolvedValue(fromDate(new Date(2_000_000_000_000)));
    const token = await issuer.sign({ iat: undefined, exp: 2_000_000_600 });
    await profile(token).expect(200);
    clock.mockResolvedValue(fromDate(new Date(2_000_000_610_000)));
    await eventually(() => expectRefused(token));
    clock.mockRestore();
  });
});

describe('refused is', () => {
  it.each<[string, () => Promise<string>]>([
    ['one that has expired', () => issuer.sign({ exp: Math.floor(Date.now() / 1_000) - 60 })],
    ['one without an end', () => issuer.sign({ exp: undefined })],
    ['one that is not good yet', () => issuer.sign({ nbf: Math.floor(Date.now() / 1_000) + 60 })],
    ['one for another audience', () => issuer.sign({ aud: 'urn:somebody-else' })],
    ['a real one for another audience', () => issuer.token('ada', { resource: 'urn:somebody-else' })],
    ['one for no audience', () => issuer.sign({ aud: undefined })],
    ['one of another issuer', () => issuer.sign({ iss: 'https://issuer.example.org' })],
    ['one whose issuer has a slash more', () => issuer.sign({ iss: `${issuer.url}/` })],
    ['one without an issuer', () => issuer.sign({ iss: undefined })],
    ['one without a user', () => issuer.sign({ sub: undefined })],
    ['one whose user is no text', () => issuer.sign({ sub: 7 })],
    ['one whose user is empty', () => issuer.sign({ sub: '' })],
    ['one whose user ends with a blank, which MySQL would not see', () => issuer.sign({ sub: 'ada ' })],
    ['one whose user is too long', () => issuer.sign({ sub: 'x'.repeat(256) })],
    ['a logout token', () => issuer.sign({}, { typ: 'logout+jwt' })],
    ['a message about events', () => issuer.sign({ events: {} })],
    ['one that is bound to a key', () => issuer.sign({ cnf: { jkt: 'x' } })],
  ])('%s', async (_what, make) => expectRefused(await make()));

  it('alg none, in any case and with any signature', async () => {
    for (const alg of ['none', 'None', 'NONE', ''])
      for (const signature of ['', 'x'])
        await expectRefused(
          `${encoded({ alg, typ: 'at+jwt', kid: issuer.keys.ec.kid })}.${encoded(good())}.${signature}`,
        );
  });

  it('the public key as the secret of an HMAC', async () => {
    const { kty, n, e } = issuer.keys.rsa;
    const publicKey = createPublicKey({ key: { kty, n, e } as never, format: 'jwk' });
    const secrets = [
      publicKey.export({ type: 'spki', format: 'pem' }),
      publicKey.export({ type: 'spki', format: 'der' }),
      publicKey.export({ type: 'pkcs1', format: 'pem' }),
      JSON.stringify({ kty, n, e }),
    ];
    for (const alg of ['HS256', 'HS384', 'HS512'])
      for (const secret of secrets) {
        const signed = `${encoded({ alg, typ: 'at+jwt', kid: issuer.keys.rsa.kid })}.${encoded(good())}`;
        await expectRefused(
          `${signed}.${createHmac(`sha${alg.slice(2)}`, secret)
            .update(signed)
            .digest('base64url')}`,
        );
      }
  });

  it('a key of its own: unknown, under a known name, or in the header', async () => {
    const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = { ...own.privateKey.export({ format: 'jwk' }), alg: 'ES256' } as JWK;
    const jwk = own.publicKey.export({ format: 'jwk' });
    await expectRefused(await issuer.sign({}, {}, { ...key, kid: 'unknown' }));
    await expectRefused(await issuer.sign({}, {}, { ...key, kid: issuer.keys.ec.kid }));
    await expectRefused(await issuer.sign({}, { jwk, kid: undefined }, key));
    await expectRefused(
      await issuer.sign({}, { jku: 'http://127.0.0.1:9/jwks', x5u: 'http://127.0.0.1:9/x' }, { ...key, kid: 'own' }),
    );
  });

  it('a claim that was changed', async () => {
    const [header, payload, signature] = (await issuer.token('ada')).split('.') as [string, string, string];
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    await expectRefused([header, encoded({ ...claims, scope: 'read write admin' }), signature].join('.'));
  });

  it('anything that only looks like one, and never as a fault of ours', async () => {
    const { kid } = issuer.keys.ec;
    const headers = [
      ...['null', '[]', '7', '""', '{}', '{', '\u0000'],
      ...[
        { alg: 7 },
        { alg: 'ES256', kid: 7 },
        { alg: 'ES256', kid: null },
        { alg: ['ES256'], kid },
        { alg: 'ES256', kid, b64: false, crit: ['b64'] },
      ],
      ...[
        { alg: 'ES256', kid: issuer.keys.rsa.kid },
        { alg: 'RS256', kid },
        { alg: 'EdDSA', kid },
        { alg: 'ES512', kid },
        { alg: 'ES256', typ: 7, kid },
      ],
    ].map(encoded);
    const payloads = ['null', '[]', '{', '{}', good()].map(encoded);
    const made = headers.flatMap((header) => payloads.map((payload) => `${header}.${payload}.${'A'.repeat(86)}`));
    for (const token of [...made, 'a.b.c', '..', 'e30.e30.', 'a.b.c.d.e', 'sut_a.b.c']) await expectRefused(token);
  });
});

it('claims that have another shape than they should are no fault of ours', async () => {
  const odd = [7, null, {}, [], [[]], 'x'.repeat(3_000), '\u0000\u0001', 'a\ud800'];
  for (const value of odd) {
    const sub = `odd ${odd.indexOf(value)}`;
    await profile(await issuer.sign({ sub, preferred_username: value, email: value, email_verified: value })).expect(
      200,
    );
    expectProblem(await profile(await issuer.sign({ sub, scope: value })), 403, 'forbidden');
  }
  for (const exp of [1e15, 2 ** 53, 1e300]) await profile(await issuer.sign({ exp })).expect(200);
  const names = await test.database.query<{ name: string }>(`SELECT name FROM user WHERE subject LIKE 'odd %'`);
  for (const { name } of names) expect(name).toMatch(/^[^\p{C}]{1,100}$/u);
});

it('a token of the service never goes the way of the issuer, and the other way round', async () => {
  await profile(await issuer.token('ada')).expect(200);
  await issuer.count();
  const own = await test.token('own');
  await profile(own).expect(200);
  await expectRefused('sut_unknown');
  await expectRefused(`sut_${await issuer.token('ada')}`);
  expect(await issuer.count()).toEqual({ '/token': 1 });
});

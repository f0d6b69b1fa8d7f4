import type { JWTPayload } from 'jose';
import { type Config, ConfigError, loadConfig } from '../../src/config/config';
import type { OidcConfig } from '../../src/config/oidc';
import { personOf, scopesOf } from '../../src/access/auth/oidc/claims';

const load = (env: Record<string, string>): Config =>
  loadConfig({ DATABASE_URL: 'sqlite::memory:', SECRET_KEY: 'only-to-have-one-in-this-test-file', ...env });

const ISSUER = { OIDC_ISSUER: 'https://login.example.org/realms/a', OIDC_AUDIENCE: 'tracker' };

const oidcOf = (env: Record<string, string> = {}): OidcConfig => load({ ...ISSUER, ...env }).oidc!;

function problemsOf(env: Record<string, string>): string[] {
  try {
    load(env);
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
}

describe('the configuration of OpenID Connect', () => {
  it('needs an issuer and an audience, and has a default for the rest', () => {
    expect(oidcOf()).toEqual({
      issuer: 'https://login.example.org/realms/a',
      audience: ['tracker'],
      userClaim: 'sub',
      nameClaim: 'preferred_username',
      scopeClaim: null,
      scopePrefix: '',
      scopeMap: null,
      allowHttp: false,
      signIn: null,
    });
    expect(problemsOf({ OIDC_ISSUER: ISSUER.OIDC_ISSUER })).toEqual([
      expect.stringContaining('OIDC_AUDIENCE is required'),
    ]);
    expect(problemsOf({ OIDC_AUDIENCE: 'tracker' })).toEqual([expect.stringContaining('OIDC_ISSUER is required')]);
  });

  it('needs a client only for signing in at the issuer, and no audience for that', () => {
    const { OIDC_ISSUER } = ISSUER;
    const { oidc } = load({ OIDC_ISSUER, OIDC_CLIENT_ID: 'tracker' });
    expect(oidc).toMatchObject({
      audience: [],
      signIn: {
        clientId: 'tracker',
        clientSecret: null,
        scope: 'openid profile email',
        title: 'login.example.org',
      },
    });
    const named = { OIDC_CLIENT_SECRET: 'x', OIDC_TITLE: 'Example Login', OIDC_SIGN_IN_SCOPE: 'openid groups' };
    expect(load({ OIDC_ISSUER, OIDC_CLIENT_ID: 'tracker', ...named }).oidc!.signIn).toEqual({
      clientId: 'tracker',
      clientSecret: 'x',
      scope: 'openid groups',
      title: 'Example Login',
    });
    expect(problemsOf({ OIDC_CLIENT_ID: 'tracker' })).toEqual([expect.stringContaining('OIDC_ISSUER is required')]);
  });

  it.each<[Record<string, string>, Partial<OidcConfig>]>([
    [{ OIDC_ISSUER: 'https://tenant.example.org/' }, { issuer: 'https://tenant.example.org/' }],
    [{ OIDC_ISSUER: 'http://127.0.0.1:8080' }, { issuer: 'http://127.0.0.1:8080' }],
    [{ OIDC_ISSUER: 'http://localhost:8080/a' }, { issuer: 'http://localhost:8080/a' }],
    [{ OIDC_ISSUER: 'http://[::1]:8080' }, { issuer: 'http://[::1]:8080' }],
    [
      { OIDC_ISSUER: 'http://login', OIDC_ALLOW_HTTP: 'true' },
      { issuer: 'http://login', allowHttp: true },
    ],
    [{ OIDC_AUDIENCE: 'a, api://b' }, { audience: ['a', 'api://b'] }],
    [
      { OIDC_SCOPE_MAP: '*=read;CN=ops,DC=org = read write, admin;' },
      {
        scopeMap: new Map([
          ['*', ['read']],
          ['CN=ops,DC=org', ['read', 'write', 'admin']],
        ]),
      } as never,
    ],
  ])('takes %j', (env, expected) => {
    expect(oidcOf(env)).toMatchObject(expected);
  });

  it.each([
    [{ OIDC_ISSUER: 'http://login.example.org' }, 'OIDC_ISSUER'],
    [{ OIDC_ISSUER: 'http://127.0.0.1.example.org' }, 'OIDC_ISSUER'],
    [{ OIDC_ISSUER: 'https://ada:secret@login.example.org' }, 'OIDC_ISSUER'],
    [{ OIDC_ISSUER: 'https://login.example.org/?a=b' }, 'OIDC_ISSUER'],
    [{ OIDC_ISSUER: `https://login.example.org/${'x'.repeat(255)}` }, 'OIDC_ISSUER'],
    [{ OIDC_ISSUER: 'ftp://login.example.org', OIDC_ALLOW_HTTP: 'true' }, 'OIDC_ISSUER'],
    [{ OIDC_ISSUER: 'login' }, 'OIDC_ISSUER'],
    [{ OIDC_AUDIENCE: 'a,,b' }, 'OIDC_AUDIENCE'],
    [{ OIDC_ALLOW_HTTP: 'maybe' }, 'OIDC_ALLOW_HTTP'],
    [{ OIDC_SCOPE_MAP: 'staff' }, 'OIDC_SCOPE_MAP'],
    [{ OIDC_SCOPE_MAP: 'staff=' }, 'OIDC_SCOPE_MAP'],
    [{ OIDC_SCOPE_MAP: '=read' }, 'OIDC_SCOPE_MAP'],
    [{ OIDC_SCOPE_MAP: 'staff=root' }, 'OIDC_SCOPE_MAP'],
    [{ OIDC_SCOPE_MAP: 'a=read;a=write' }, 'OIDC_SCOPE_MAP'],
    [{ OIDC_SCOPE_MAP: ';' }, 'OIDC_SCOPE_MAP'],
  ])('refuses %j', (env, variable) => {
    expect(problemsOf({ ...ISSUER, ...env })).toEqual([expect.stringMatching(`^${variable} must be `)]);
  });
});

describe('the scopes of a token', () => {
  const claims = {
    scope: 'read write',
    scp: ['admin'],
    groups: ['staff', 'admin', '*'],
    realm_access: { roles: ['tracker:read'] },
  };

  it.each<[Record<string, string>, JWTPayload, string[]]>([
    [{}, claims, ['read', 'write']],
    [{}, { scp: ['admin', 'read'] }, ['read', 'admin']],
    [{}, { scp: 'read  write' }, ['read', 'write']],
    [{}, { scope: '' }, []],
    [{}, {}, []],
    [
      { OIDC_SCOPE_PREFIX: 'tracker:' },
      { scope: 'read tracker:write tracker:catalogue:write' },
      ['write', 'catalogue:write'],
    ],
    [{ OIDC_SCOPE_CLAIM: 'realm_access.roles', OIDC_SCOPE_PREFIX: 'tracker:' }, claims, ['read']],
    [{ OIDC_SCOPE_CLAIM: 'https://example.org/roles' }, { 'https://example.org/roles': ['read'] }, ['read']],
    [{ OIDC_SCOPE_CLAIM: 'a.b' }, { 'a.b': 'read', a: { b: 'admin' } }, ['read']],
    [{ OIDC_SCOPE_CLAIM: 'a.b.c' }, { a: { b: 'read' } }, []],
    [{ OIDC_SCOPE_CLAIM: 'constructor.name' }, claims, []],
    [{ OIDC_SCOPE_CLAIM: 'groups', OIDC_SCOPE_MAP: 'staff=read write' }, claims, ['read', 'write']],
    [{ OIDC_SCOPE_CLAIM: 'groups', OIDC_SCOPE_MAP: 'staff=read;nobody=admin' }, claims, ['read']],
    [{ OIDC_SCOPE_CLAIM: 'groups', OIDC_SCOPE_MAP: 'two words=read' }, { groups: ['two words'] }, ['read']],
    [{ OIDC_SCOPE_MAP: '*=read' }, {}, ['read']],
    [{ OIDC_SCOPE_MAP: 'x=admin' }, claims, []],
    [{ OIDC_SCOPE_MAP: '*=read', OIDC_SCOPE_PREFIX: 't:' }, { scope: 't:write write:t admin' }, ['read', 'write']],
  ])('with %j, of %j', (env, payload, expected) => {
    expect([...scopesOf(payload, oidcOf(env))].sort()).toEqual([...expected].sort());
  });
});

describe('the user of a token', () => {
  it.each<[Record<string, string>, JWTPayload | { sub: unknown }, object | null]>([
    [{}, { sub: 'a' }, { subject: 'a', name: 'a', email: null }],
    [
      {},
      { sub: 'a', preferred_username: ' Ada ', email: 'ada@example.org' },
      { name: 'Ada', email: 'ada@example.org' },
    ],
    [{}, { sub: 'a', email: 'ada@example.org', email_verified: false }, { email: null }],
    [{}, { sub: 'a', email: 'nobody' }, { email: null }],
    [{}, { sub: 'a', preferred_username: '\u202e\u0000' }, { name: 'a' }],
    [{}, { sub: 'x'.repeat(255) }, { subject: 'x'.repeat(255), name: 'x'.repeat(100) }],
    [
      { OIDC_USER_CLAIM: 'oid', OIDC_NAME_CLAIM: 'name' },
      { sub: 'a', oid: 'b', name: 'Ada' },
      { subject: 'b', name: 'Ada' },
    ],
    [{ OIDC_USER_CLAIM: 'oid' }, { sub: 'a' }, null],
    [{}, { sub: 'a\u00a0' }, null],
    [{}, { sub: 'a\u0000' }, null],
    [{}, { sub: 'a\ud800' }, null],
    [{}, { sub: ['a'] }, null],
  ])('with %j, of %j', (env, payload, expected) => {
    const person = personOf(payload as JWTPayload, oidcOf(env));
    if (expected === null) expect(person).toBeNull();
    else expect(person).toMatchObject({ issuer: ISSUER.OIDC_ISSUER, ...expected });
  });
});

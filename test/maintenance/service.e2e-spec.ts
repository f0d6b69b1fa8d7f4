import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { ModulesContainer } from '@nestjs/core';
import { expectProblem, raw, UNKNOWN_ID } from '../setup/api';
import { useApp } from '../setup/app';
import { Description } from '../setup/description';
import { PUBLIC_KEY, SCOPE_KEY, SESSION_KEY } from '../../src/api/identity/principal';
import { grants, type Scope, SCOPES } from '../../src/config/scopes';

const test = useApp();

interface Route {
  method: string;
  /** As in OpenAPI: `/api/v1/favorite/{id}`. */
  path: string;
  scope?: Scope;
  public?: boolean;
  /** About the session of the request, whatever its scopes. */
  session?: boolean;
}

/** Every route of every controller that the modules bring. */
function routes(): Route[] {
  const controllers = new Set<Type>();
  for (const module of test.app.get(ModulesContainer).values())
    for (const { metatype } of module.controllers.values()) controllers.add(metatype as Type);
  return [...controllers].flatMap(routesOf);
}

function routesOf(controller: Type): Route[] {
  const prefix = (Reflect.getMetadata(PATH_METADATA, controller) as string).replace(/^\/|\/$/g, '');
  return Object.getOwnPropertyNames(controller.prototype).flatMap((name) => {
    if (name === 'constructor') return [];
    const handler = (controller.prototype as Record<string, object>)[name]!;
    const path = Reflect.getMetadata(PATH_METADATA, handler) as string | undefined;
    if (path === undefined) return [];
    const read = (key: string): unknown => Reflect.getMetadata(key, handler) ?? Reflect.getMetadata(key, controller);
    const parts = [prefix, path.replace(/^\/|\/$/g, '')].filter(Boolean).join('/');
    return {
      method: RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as number]!,
      path: `/${parts.replace(/:(\w+)/g, '{$1}')}`,
      scope: read(SCOPE_KEY) as Scope | undefined,
      public: read(PUBLIC_KEY) as boolean | undefined,
      session: read(SESSION_KEY) as boolean | undefined,
    };
  });
}

const named = ({ method, path }: Route) => `${method} ${path}`;
const request = ({ method, path }: Route) => test.http[method.toLowerCase() as 'get'](path.replace('{id}', UNKNOWN_ID));

const described = () => Description.of(test);

/** One that the schema of a parameter allows. */
function valueOf(name: string, { enum: words, type, format, pattern, minimum }: Record<string, unknown>): string {
  if (Array.isArray(words)) return String(words.at(-1));
  if (format === 'uuid') return UNKNOWN_ID;
  if (type === 'integer') return String(minimum);
  if (type === 'boolean') return 'true';
  if (name.startsWith('labels')) return 'group=web';
  if (name.startsWith('identifier')) return 'pkg:npm/express';
  return /_at|last_update|^eol/.test(name) ? '2026-01-01' : pattern ? 'email' : '1.0';
}

describe('routes', () => {
  it('declare a scope, that they are public, or that they are about a session, and never two of these', () => {
    expect(routes().length).toBeGreaterThan(30);
    const kinds = (route: Route) => [route.scope, route.public, route.session].filter(Boolean).length;
    const wrong = routes().filter((route) => kinds(route) !== 1);
    expect(wrong.map(named)).toEqual([]);
    for (const { scope } of routes()) if (scope) expect(SCOPES).toContain(scope);
  });

  it('are public outside /api only: health, icons, the links in messages, shared addresses, the sign-in', () => {
    const open = routes().filter((route) => route.public);
    expect(open.map(named).sort()).toEqual([
      'GET /api/v1/sign-in',
      'GET /confirm/{token}',
      'GET /feed/{secret}/{document}',
      'GET /health/live',
      'GET /health/ready',
      'GET /icons/{file}',
      'GET /metrics',
      'GET /sign-in/oidc',
      'GET /sign-in/oidc/callback',
      'GET /u/{token}',
      'GET /update/{token}',
      'POST /api/v1/session',
      'POST /confirm/{token}',
      'POST /u/{token}',
      'POST /update/{token}',
    ]);
  });

  it('of the API are documented, and every documented one is there', async () => {
    // What answers in the formats of other tools is described by them, and in docs/other-tools.md.
    const isOfOthers = /^\/api\/v1\/(?:prometheus|renovate)(?:\/|$)/;
    const api = routes().filter(({ path }) => path.startsWith('/api/') && !isOfOthers.test(path));
    const { operations } = await described();
    expect(operations.map(named).sort()).toEqual(api.map(named).sort());
  });

  it('that change something need more than read', () => {
    const changing = routes().filter((route) => route.method !== 'GET' && !route.public && !route.session);
    for (const route of changing)
      expect(`${named(route)}: ${route.scope}`).toMatch(/: (write|catalogue:write|inventory:write|admin)$/);
  });

  it('answer 401 without a token and 403 with one of another scope', async () => {
    const protectedRoutes = routes().filter((route) => !route.public && !route.session);
    for (const route of protectedRoutes) {
      expectProblem(await request(route), 401, 'unauthorized');
      const others = SCOPES.filter((scope) => !grants(new Set([scope]), route.scope!));
      const token = await test.token('others', others);
      const answer = await request(route).set('Authorization', `Bearer ${token}`);
      expectProblem(answer, 403, 'forbidden');
      expect(answer.headers['www-authenticate']).toContain(`scope="${route.scope}"`);
    }
  });

  it('take the scope that they declare, and say nothing that is not documented', async () => {
    const token = await test.token('everything', [...SCOPES]);
    for (const { operation, ...route } of (await described()).operations) {
      // A stream of events has no end.
      const asked = route.path === '/api/v1/events' ? { ...route, method: 'HEAD' } : route;
      const { status } = await request(asked).set('Authorization', `Bearer ${token}`);
      expect(`${named(route)}: ${Object.keys(operation.responses).join(' ')}`).toMatch(new RegExp(`\\b${status}\\b`));
      expect(status).toBeLessThan(500);
    }
  });
});

describe('the description', () => {
  it('says for each operation which token it takes, which problems it answers with, and the id in its path', async () => {
    const { document, operations } = await described();
    expect(document.openapi).toMatch(/^3\.1/);
    expect(document.security).toEqual([{ bearer: [] }, { cookie: [] }]);
    const declared = new Map(routes().map((route) => [named(route), route]));
    for (const { operation, ...route } of operations) {
      const { public: open, session, scope } = declared.get(named(route))!;
      // What says nothing takes both a token and a session.
      const takes = open ? [[]] : session ? [[{ cookie: [] }]] : [undefined, [{ bearer: [] }]];
      expect(takes).toContainEqual(operation.security);
      for (const status of [
        '400',
        ...(open ? [] : ['401']),
        ...(scope ? ['403'] : []),
        '414',
        '429',
        '500',
        '503',
        'default',
      ])
        expect(operation.responses[status]?.content).toHaveProperty(['application/problem+json']);
      const ids = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      expect(ids.sort()).toEqual([...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort());
    }
  });

  it.each(['software', 'publisher', 'favorite', 'channel', 'feed', 'token', 'notification'])(
    'of the list of %s names parameters that are all taken',
    async (list) => {
      const agent = await test.as('described');
      const { parameters } = (await described()).operation('GET', `/api/v1/${list}`)!;
      const query = parameters.filter((parameter) => parameter.in === 'query');
      expect(query.map(({ name }) => name)).toEqual(expect.arrayContaining(['page', 'per_page', 'cursor', 'sort']));
      for (const { name, schema } of query) {
        if (name === 'cursor') continue;
        await agent
          .get(`/api/v1/${list}`)
          .query({ [name]: valueOf(name, schema) })
          .expect(200);
      }
    },
  );

  it('is a page that says how to begin, and shows the document as it is', async () => {
    const { text } = await test.http
      .get('/docs/api/swagger-ui-init.js')
      .expect(200)
      .expect('Content-Type', /javascript/);
    for (const part of [
      'token create --user',
      'Authorization: Bearer',
      'POST /api/v1/favorite',
      '(/docs/openapi.json)',
    ])
      expect(text).toContain(part);
    const json = text
      .slice(text.indexOf('{', text.indexOf('let options')), text.indexOf('url = options.swaggerUrl'))
      .trim();
    const { swaggerDoc } = JSON.parse(json.replace(/;$/, '')) as { swaggerDoc: unknown };
    expect(swaggerDoc).toEqual((await test.http.get('/docs/openapi.json')).body);
  });

  it('is where / leads a browser; others are told that there is nothing', async () => {
    const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    await test.http
      .get('/')
      .set('Accept', browser)
      .expect(303)
      .expect('Location', '/docs')
      .expect('Vary', /Accept/);
    for (const accept of ['*/*', 'application/json', ''])
      expectProblem(await test.http.get('/').set('Accept', accept), 404, 'not-found');
  });

  it('is a page for people too, without a token', async () => {
    await test.http.get('/docs/api').expect(200).expect('Content-Type', /html/);
    const { text } = await test.http.get('/docs/problems').expect(200);
    const { document } = await described();
    const problem = document.components.schemas.Problem as unknown as { properties: { type: { enum: string[] } } };
    for (const type of problem.properties.type.enum) expect(text).toContain(`id="${type.split('#')[1]}"`);
  });
});

describe('the addresses for operators', () => {
  it.each(
    ['/metrics', '/health/live', '/health/ready'].flatMap((path) => [
      `${path}/`,
      `${path}//`,
      `/${path}`,
      `/.${path}`,
      `/x/..${path}`,
      `${path}/.`,
      `${path}.`,
      `${path};`,
      `${path}%20`,
      `${path}%2f`,
      path.toUpperCase(),
      path.replace(/^\/./, (start) => `/%${start.charCodeAt(1).toString(16)}`),
      `/api/v1/..${path}`,
    ]),
  )('have one spelling, so that a proxy that hides it hides all: %s', async (path) => {
    const answer = await raw(test, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer.status).toBe(404);
  });
});

describe('the health addresses', () => {
  it('need no token and have no envelope', async () => {
    const live = await test.http.get('/health/live').expect(200);
    expect(live.body).toEqual({ status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+/), commit: null });
    expect((await test.http.get('/health/ready').expect(200)).body).toEqual({ status: 'ready' });
  });
});

describe('the server', () => {
  it('goes on after whatever was sent to it', async () => {
    const token = await test.token('rough');
    const head = `Host: x\r\nAuthorization: Bearer ${token}\r\n`;
    const requests = [
      `GET http://elsewhere.example/api/v1/software HTTP/1.1\r\n${head}\r\n`,
      `OPTIONS * HTTP/1.1\r\n${head}\r\n`,
      `TRACE /api/v1/software HTTP/1.1\r\n${head}\r\n`,
      `PROPFIND /api/v1/software HTTP/1.1\r\n${head}\r\n`,
      `GET // HTTP/1.1\r\n${head}\r\n`,
      `GET /api/v1/software?%ff=%zz&=&&&=x HTTP/1.1\r\n${head}\r\n`,
      `GET /api/v1/software HTTP/1.1\r\n${head}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
      `GET /api/v1/software HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 1\r\n\r\n{`,
      `POST /api/v1/favorite HTTP/1.1\r\n${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ];
    for (const text of requests) {
      const { status } = await raw(test, text);
      expect([text, status < 500]).toEqual([text, true]);
    }
    await test.http.get('/health/live').expect(200);
  });
});

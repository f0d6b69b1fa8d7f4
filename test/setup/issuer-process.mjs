// A real issuer of OpenID Connect in a process of its own, driven by messages: see issuer.ts.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

let provider;
let counted = {};
let silent = false;
let server;
let port = 0;

/** Who is signed in at the issuer, without a form: claims, or null for somebody who declines. */
let account = null;

const NAMES = { ada: 'Ada Lovelace', grace: 'Grace Hopper', taken: 'somebody' };

/** Each resource is an audience. The scopes are those that a service of its own would have. */
function makeProvider(jwks, clients, redirects) {
  const scope = 'read write catalogue:write admin tracker:read tracker:write openid-unknown';
  return new Provider(`http://127.0.0.1:${port}`, {
    jwks,
    clients: [
      ...clients.map((id) => ({
        client_id: id,
        client_secret: `secret of ${id}`,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      })),
      ...(redirects.length > 0
        ? [{ client_id: 'tracker', client_secret: 'secret of tracker', redirect_uris: redirects }]
        : []),
    ],
    // All in the ID token, as other issuers do.
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], profile: ['preferred_username'], email: ['email'], groups: ['groups'] },
    pkce: { required: (_context, client) => client.clientId === 'tracker' },
    cookies: { keys: ['only for tests'] },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => account }),
    scopes: scope.split(' '),
    ttl: { ClientCredentials: 600 },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context, resource) => ({
          scope,
          audience: resource,
          accessTokenTTL: resource.endsWith(':short') ? 1 : 600,
          accessTokenFormat: 'jwt',
        }),
      },
    },
    extraTokenClaims: (_context, { clientId }) => ({
      preferred_username: NAMES[clientId] ?? clientId,
      email: `${clientId}@example.org`,
      groups: ['staff', ...(clientId === 'grace' ? ['operators'] : [])],
    }),
  });
}

/** What a person would do at the pages of the issuer: sign in and agree, or decline. */
async function interact(request, response) {
  if (account === null) {
    const result = { error: 'access_denied', error_description: '<b>not today</b>' };
    return provider.interactionFinished(request, response, result);
  }
  const { params, grantId } = await provider.interactionDetails(request, response);
  const grant = grantId
    ? await provider.Grant.find(grantId)
    : new provider.Grant({ accountId: account.sub, clientId: params.client_id });
  grant.addOIDCScope(params.scope);
  const result = { login: { accountId: account.sub, remember: false }, consent: { grantId: await grant.save() } };
  return provider.interactionFinished(request, response, result);
}

async function listen() {
  server = createServer((request, response) => {
    counted[request.url] = (counted[request.url] ?? 0) + 1;
    if (silent) return;
    if (request.url.startsWith('/interaction/')) void interact(request, response);
    else provider.callback()(request, response);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  port = server.address().port;
}

async function away() {
  const closed = once(server.close(), 'close');
  server.closeAllConnections();
  await closed;
}

const orders = {
  async start({ jwks, clients, redirects }) {
    await listen();
    provider = makeProvider(jwks, clients, redirects);
  },
  rotate({ jwks, clients, redirects }) {
    provider = makeProvider(jwks, clients, redirects);
  },
  account({ claims }) {
    account = claims;
  },
  away,
  back: listen,
  silence() {
    silent = true;
  },
  speak() {
    silent = false;
  },
  count() {
    const was = counted;
    counted = {};
    return was;
  },
};

process.on('message', async ({ order, ...rest }) => {
  const answer = await orders[order](rest);
  process.send({ url: `http://127.0.0.1:${port}`, answer });
});

// A real issuer of OpenID Connect in a process of its own, driven by messages: see issuer.ts.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

let provider;
let counted = {};
let silent = false;
let server;
let port = 0;

const NAMES = { ada: 'Ada Lovelace', grace: 'Grace Hopper', taken: 'somebody' };

/** Each resource is an audience. The scopes are those that a service of its own would have. */
function makeProvider(jwks, clients) {
  const scope = 'read write catalogue:write admin tracker:read tracker:write openid-unknown';
  return new Provider(`http://127.0.0.1:${port}`, {
    jwks,
    clients: clients.map((id) => ({
      client_id: id,
      client_secret: `secret of ${id}`,
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
    })),
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

async function listen() {
  server = createServer((request, response) => {
    counted[request.url] = (counted[request.url] ?? 0) + 1;
    if (!silent) provider.callback()(request, response);
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
  async start({ jwks, clients }) {
    await listen();
    provider = makeProvider(jwks, clients);
  },
  rotate({ jwks, clients }) {
    provider = makeProvider(jwks, clients);
  },
  away,
  back: listen,
  silence() {
    silent = true;
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

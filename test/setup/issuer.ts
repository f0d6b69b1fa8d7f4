import { type ChildProcess, fork } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { importJWK, type JWK, SignJWT } from 'jose';

export const AUDIENCE = 'urn:tracker';

/** A real issuer (`oidc-provider`) on loopback, and its private keys, with which a test can sign what the issuer never would. */
export interface Issuer {
  url: string;
  keys: Keys;
  /** By the client credentials grant: `sub` is the client. */
  token(client: string, options?: { scope?: string; resource?: string }): Promise<string>;
  /** Signed with a key of the issuer. A claim or member of the header that is undefined is left out. */
  sign(claims?: object, header?: object, key?: JWK): Promise<string>;
  /** From now on it has other keys. */
  rotate(): Promise<void>;
  /** Nothing listens at its port. */
  away(): Promise<void>;
  back(): Promise<void>;
  /** It accepts connections and answers nothing. */
  silence(): Promise<void>;
  /** How often each address was asked since the last time. */
  count(): Promise<Record<string, number>>;
  stop(): Promise<void>;
}

interface Keys {
  rsa: JWK;
  ec: JWK;
}

const CLIENTS = ['ada', 'grace', 'eve', 'taken', 'racer'];
let generation = 0;

export async function startIssuer(): Promise<Issuer> {
  const child = fork(join(__dirname, 'issuer-process.mjs'), { execArgv: [], silent: true });
  let keys = newKeys();
  const { url } = await order(child, 'start', keys);
  return {
    url,
    get keys() {
      return keys;
    },
    token: (client, options) => askForToken(url, client, options),
    sign: (claims, header, key = keys.ec) => sign({ iss: url, aud: AUDIENCE, ...claims }, header ?? {}, key),
    rotate: async () => {
      keys = newKeys();
      await order(child, 'rotate', keys);
    },
    away: async () => void (await order(child, 'away')),
    back: async () => void (await order(child, 'back')),
    silence: async () => void (await order(child, 'silence')),
    count: async () => (await order(child, 'count')).answer as Record<string, number>,
    stop: async () => {
      const ended = once(child, 'close');
      child.kill();
      await ended;
    },
  };
}

function newKeys(): Keys {
  generation++;
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  return {
    rsa: { ...rsa, kid: `rsa-${generation}`, alg: 'RS256', use: 'sig' } as JWK,
    ec: { ...ec, kid: `ec-${generation}`, alg: 'ES256', use: 'sig' } as JWK,
  };
}

async function order(child: ChildProcess, what: string, keys?: Keys): Promise<{ url: string; answer: unknown }> {
  const answered = Promise.race([
    once(child, 'message'),
    once(child, 'close').then(() => {
      throw new Error(`the issuer ended at ${what}`);
    }),
  ]);
  child.send({ order: what, clients: CLIENTS, ...(keys ? { jwks: { keys: Object.values(keys) } } : {}) });
  const [message] = await answered;
  return message as { url: string; answer: unknown };
}

async function askForToken(
  url: string,
  client: string,
  { scope = 'read write', resource = AUDIENCE }: { scope?: string; resource?: string } = {},
): Promise<string> {
  const password = Buffer.from(`${client}:${encodeURIComponent(`secret of ${client}`)}`).toString('base64');
  const response = await fetch(`${url}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${password}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope, resource }),
  });
  const body = (await response.json()) as { access_token?: string };
  if (!body.access_token) throw new Error(`no token: ${JSON.stringify(body)}`);
  return body.access_token;
}

async function sign(claims: object, header: object, key: JWK): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  const all = { sub: 'ada', scope: 'read', iat: now, exp: now + 600, ...claims };
  const signer = new SignJWT(withoutUndefined(all));
  signer.setProtectedHeader(withoutUndefined({ alg: key.alg!, kid: key.kid, typ: 'at+jwt', ...header }) as never);
  return signer.sign(await importJWK(key, key.alg));
}

const withoutUndefined = (object: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

import { type ChildProcess, fork } from 'node:child_process';
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
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
  /** Who signs in there from now on; null = somebody who declines. */
  account(claims: { sub: string; [claim: string]: unknown } | null): Promise<void>;
  /** What a browser does with an address of the issuer. @returns where the issuer sends it back to */
  follow(address: string): Promise<string>;
  /** From now on it has other keys. */
  rotate(): Promise<void>;
  /** Nothing listens at its port. */
  away(): Promise<void>;
  back(): Promise<void>;
  /** It accepts connections and answers nothing. */
  silence(): Promise<void>;
  speak(): Promise<void>;
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

/** @param redirects where the client `tracker`, for signing in, may send browsers back to; without any there is no such client */
export async function startIssuer(redirects: string[] = []): Promise<Issuer> {
  const child = fork(join(__dirname, 'issuer-process.mjs'), { execArgv: [], silent: true }).setMaxListeners(0);
  let keys = newKeys();
  const { url } = await order(child, 'start', { keys, redirects });
  return {
    url,
    get keys() {
      return keys;
    },
    token: (client, options) => askForToken(url, client, options),
    sign: (claims, header, key = keys.ec) => sign({ iss: url, aud: AUDIENCE, ...claims }, header ?? {}, key),
    account: async (claims) => void (await order(child, 'account', { claims })),
    follow: (address) => follow(url, address),
    rotate: async () => {
      keys = newKeys();
      await order(child, 'rotate', { keys, redirects });
    },
    away: async () => void (await order(child, 'away')),
    back: async () => void (await order(child, 'back')),
    silence: async () => void (await order(child, 'silence')),
    speak: async () => void (await order(child, 'speak')),
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
  // By way of PEM: exported itself, a new key can wait for ever in Node 20 for the job that made it, if garbage is collected at that moment.
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const rsa = createPrivateKey(privateKey).export({ format: 'jwk' });
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  return {
    rsa: { ...rsa, kid: `rsa-${generation}`, alg: 'RS256', use: 'sig' } as JWK,
    ec: { ...ec, kid: `ec-${generation}`, alg: 'ES256', use: 'sig' } as JWK,
  };
}

async function order(
  child: ChildProcess,
  what: string,
  { keys, ...more }: { keys?: Keys; redirects?: string[]; claims?: object | null } = {},
): Promise<{ url: string; answer: unknown }> {
  const answered = Promise.race([
    once(child, 'message'),
    once(child, 'close').then(() => {
      throw new Error(`the issuer ended at ${what}`);
    }),
  ]);
  child.send({ order: what, clients: CLIENTS, ...more, ...(keys ? { jwks: { keys: Object.values(keys) } } : {}) });
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

/** Follows redirects with cookies as long as they stay at the issuer. */
async function follow(issuer: string, address: string): Promise<string> {
  const cookies = new Map<string, string>();
  for (let at = address, steps = 0; steps < 10; steps++) {
    if (new URL(at).origin !== issuer) return at;
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(at, { headers: { cookie }, redirect: 'manual' });
    for (const [, name, value] of response.headers.getSetCookie().map((text) => /^([^=]+)=([^;]*)/.exec(text)!))
      cookies.set(name!, value!);
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${at} answered ${response.status}: ${await response.text()}`);
    at = new URL(location, at).href;
  }
  throw new Error('the issuer redirects again and again');
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

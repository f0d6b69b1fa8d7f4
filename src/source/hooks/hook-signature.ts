import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A request of a forge. Its raw bytes are what is signed. */
export interface Hook {
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** IP address of the sender. */
  address: string | undefined;
}

/** Prefix of a signing token of Standard Webhooks 1.0.0. Any other secret of GitLab is sent as it is. */
const SIGNING = 'whsec_';
/** Seconds by which clocks may differ, as in the libraries of Standard Webhooks. */
const TOLERANCE = 300;

/** https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries. One matching secret is enough. */
export function isFromGithub({ headers, body }: Hook, secrets: string[]): boolean {
  const given = textOf(headers, 'x-hub-signature-256');
  const signed = (secret: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  return anyMatches(secrets, (secret) => equal(given, signed(secret)));
}

/**
 * https://docs.gitlab.com/user/project/integrations/webhooks/: the secret token, which is sent as it is, or from GitLab 19.0 the
 * signing token, which signs by Standard Webhooks. One matching token is enough.
 */
export function isFromGitlab(hook: Hook, tokens: string[]): boolean {
  const given = textOf(hook.headers, 'x-gitlab-token');
  return anyMatches(tokens, (token) => (token.startsWith(SIGNING) ? isSigned(hook, token) : equal(given, token)));
}

function isSigned({ headers, body }: Hook, token: string): boolean {
  const [id, timestamp] = [textOf(headers, 'webhook-id'), textOf(headers, 'webhook-timestamp')];
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1_000 - Number(timestamp)) > TOLERANCE) return false;
  const hmac = createHmac('sha256', Buffer.from(token.slice(SIGNING.length), 'base64'));
  const expected = `v1,${hmac.update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  // There are several while a token is rotated; more than a few are an attack.
  const given = textOf(headers, 'webhook-signature').split(' ').slice(0, 10);
  return anyMatches(given, (signature) => equal(signature, expected));
}

const textOf = (headers: IncomingHttpHeaders, name: string) => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

/** Tests all of them, so that the time does not depend on which one matches. */
const anyMatches = (all: string[], matches: (one: string) => boolean) => all.map(matches).includes(true);

/** In constant time, whatever the length of the secret. */
function equal(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}

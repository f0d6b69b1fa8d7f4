import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '../../common/problem/problem';
import { parseUrl, withoutSlashes } from '../../config/url';
import { type Fields, isFields, textOf } from '../sources/read';

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
  const given = headerOf(headers, 'x-hub-signature-256');
  const signed = (secret: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  return anyMatches(secrets, (secret) => equal(given, signed(secret)));
}

/**
 * https://docs.gitlab.com/user/project/integrations/webhooks/: the secret token, which is sent as it is, or from GitLab 19.0 the
 * signing token, which signs by Standard Webhooks. One matching token is enough.
 */
export function isFromGitlab(hook: Hook, tokens: string[]): boolean {
  const given = headerOf(hook.headers, 'x-gitlab-token');
  return anyMatches(tokens, (token) => (token.startsWith(SIGNING) ? isSigned(hook, token) : equal(given, token)));
}

function isSigned({ headers, body }: Hook, token: string): boolean {
  const [id, timestamp] = [headerOf(headers, 'webhook-id'), headerOf(headers, 'webhook-timestamp')];
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1_000 - Number(timestamp)) > TOLERANCE) return false;
  const hmac = createHmac('sha256', Buffer.from(token.slice(SIGNING.length), 'base64'));
  const expected = `v1,${hmac.update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  // There are several while a token is rotated; more than a few are an attack.
  const given = headerOf(headers, 'webhook-signature').split(' ').slice(0, 10);
  return anyMatches(given, (signature) => equal(signature, expected));
}

const headerOf = (headers: IncomingHttpHeaders, name: string) => {
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

/** The part of a webhook that is used. */
export interface HookEvent {
  /** Names that a source may have for the repository (`Source.repositoryOf`); empty = the webhook names none. */
  repositories: string[];
  /** Its releases or tags have changed. */
  news: boolean;
}

const LONGEST_REPOSITORY = 255;

/**
 * https://docs.github.com/en/webhooks/webhook-events-and-payloads: `release` (of no draft), and `create`, `delete` and `push` of tags.
 * @throws Problem invalid-json
 */
export function githubEvent({ headers, body }: Hook): HookEvent {
  const payload = parse(isForm(headers['content-type']) ? formField(body, 'payload') : body.toString('utf8'));
  const { repository } = payload;
  const address = isFields(repository) ? addressOf(repository.html_url) : null;
  return { repositories: named(address), news: isGithubNews(headers['x-github-event'], payload) };
}

function isGithubNews(event: string | string[] | undefined, { ref_type, ref, release }: Fields): boolean {
  if (event === 'release') return !isFields(release) || release.draft !== true;
  if (event === 'create' || event === 'delete') return ref_type === 'tag';
  return event === 'push' && isTag(ref);
}

/**
 * https://docs.gitlab.com/user/project/integrations/webhook_events/: the release and the tag events of a project or a group, and the
 * tag events of a system hook.
 * @throws Problem invalid-json
 */
export function gitlabEvent({ body }: Hook): HookEvent {
  const { object_kind: kind, project, ref } = parse(body.toString('utf8'));
  const news = kind === 'release' || (kind === 'tag_push' && isTag(ref));
  if (!isFields(project)) return { repositories: [], news };
  const address = addressOf(project.web_url);
  const path = textOf(project.path_with_namespace);
  // They differ where GitLab is served below a path: `gitlab-releases` sources have the path, `git-tags` sources the address.
  return { repositories: named(address, address && path && `${address.split('/')[0]}/${path}`), news };
}

const isTag = (ref: unknown) => typeof ref === 'string' && ref.startsWith('refs/tags/');

/** Host and path. */
function addressOf(value: unknown): string | null {
  const url = typeof value === 'string' ? parseUrl(value) : null;
  return url && /^https?:$/.test(url.protocol) ? url.host + withoutSlashes(url.pathname) : null;
}

const named = (...names: (string | null)[]) => [
  ...new Set(names.flatMap((name) => (name && name.length <= LONGEST_REPOSITORY ? [name.toLowerCase()] : []))),
];

/** The default of GitHub; JSON is an option. */
const isForm = (type: string | undefined) => type?.startsWith('application/x-www-form-urlencoded') === true;

const formField = (body: Buffer, name: string) => new URLSearchParams(body.toString('utf8')).get(name) ?? '';

function parse(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    if (isFields(value)) return value;
  } catch {
    // Handled below, like JSON that is not an object.
  }
  throw new Problem('invalid-json', 'The body is not a JSON object.');
}

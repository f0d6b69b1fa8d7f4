import { Problem } from '../../common/problem/problem';
import { parseUrl } from '../../config/url';
import { type Fields, isFields, textOf } from '../sources/read';
import type { Hook } from './hook-signature';

/** What a webhook says, as far as it matters here. */
export interface HookEvent {
  /** Under which names a source may have the repository (`Source.repositoryOf`); none: it says nothing of one. */
  repositories: string[];
  /** Its releases or its tags changed. */
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
  // They differ where GitLab is served below a path: sources of releases name the project, those of tags the address.
  return { repositories: named(address, address && path && `${address.split('/')[0]}/${path}`), news };
}

const isTag = (ref: unknown) => typeof ref === 'string' && ref.startsWith('refs/tags/');

/** Host and path of an address. */
function addressOf(value: unknown): string | null {
  const url = typeof value === 'string' ? parseUrl(value) : null;
  return url && /^https?:$/.test(url.protocol) ? url.host + url.pathname.replace(/\/+$/, '') : null;
}

const named = (...names: (string | null)[]) => [
  ...new Set(names.flatMap((name) => (name && name.length <= LONGEST_REPOSITORY ? [name.toLowerCase()] : []))),
];

/** What GitHub sends unless it is told to send JSON. */
const isForm = (type: string | undefined) => type?.startsWith('application/x-www-form-urlencoded') === true;

const formField = (body: Buffer, name: string) => new URLSearchParams(body.toString('utf8')).get(name) ?? '';

function parse(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    if (isFields(value)) return value;
  } catch {
    // Said below, as of JSON that is no object.
  }
  throw new Problem('invalid-json', 'The body is not a JSON object.');
}

import { Problem } from '../../common/problem/problem';
import { parseUrl } from '../../config/url';
import { type Fields, isFields, textOf } from '../sources/read';
import type { Hook } from './hook-signature';

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
  return url && /^https?:$/.test(url.protocol) ? url.host + url.pathname.replace(/\/+$/, '') : null;
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

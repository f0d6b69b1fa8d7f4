import { parsePurl, type Purl, PurlError } from '../../common/purl/purl';

/** A repository with releases, as settings of the source that reads it. */
export interface NamedRepository {
  from: 'github' | 'gitlab' | 'forgejo';
  settings: Record<string, string>;
}

/** Package URLs of type `git` name a host of which nothing else says what runs there: its name does, where it is the usual one. */
const GITLAB_HOST = /^gitlab\.(?=.+\.)/;
const FORGEJO_HOST = /^(?:codeberg\.org$|(?:forgejo|gitea)\.(?=.+\.))/;

/** The first repository that package URLs name: at GitHub, else at GitLab, else at a server of Forgejo or Gitea; null = none. */
export function repositoryNamed(purls: string[]): NamedRepository | null {
  const named = purls.flatMap((purl) => repositoryOf(purl) ?? []);
  for (const from of ['github', 'gitlab', 'forgejo'] as const) {
    const found = named.find((one) => one.from === from);
    if (found) return found;
  }
  return null;
}

function repositoryOf(text: string): NamedRepository | null {
  const { type, namespace, name } = read(text) ?? {};
  if (!namespace || !name) return null;
  if (type === 'github') return { from: 'github', settings: { repository: `${namespace}/${name}` } };
  if (type === 'gitlab') return { from: 'gitlab', settings: { project: `${namespace}/${name}` } };
  if (type !== 'git') return null;
  const [host, ...groups] = `${namespace}/${name}`.split('/');
  const path = groups.join('/');
  const server = `https://${host}/`;
  if (GITLAB_HOST.test(host!)) return { from: 'gitlab', settings: { project: path, server } };
  return FORGEJO_HOST.test(host!) ? { from: 'forgejo', settings: { repository: path, server } } : null;
}

function read(text: string): Purl | null {
  try {
    return parsePurl(text);
  } catch (error) {
    if (error instanceof PurlError) return null;
    throw error;
  }
}

import { Setting, UrlSetting } from '../../common/settings/setting';
import { under } from '../../common/settings/settings';
import { AddressedSource } from './addressed-source';
import { packetsOf, tagsOf, tagsRequest } from './git-packets';
import { ofOneName } from './one-form';
import { repositoryUrls } from './package-urls';
import { oneRelease, type Release, uniqueReleases } from './source';
import type { SourceWeb, WebResponse } from '../../common/fetch/source-web';

/** Such a server still lists its references in the response to the first request. */
const NO_SECOND_REQUEST = [404, 405];

/** Length of the column `repository`. */
const REPOSITORY_AT_MOST = 255;

export class GitTagsSettings {
  @UrlSetting(
    'Repository',
    'The address from which the repository is cloned over http(s).',
    'https://git.kernel.org/pub/scm/git/git.git',
    { pattern: /^https?:\/\/[^?#\s]+$/ },
  )
  url!: string;

  @Setting({
    title: 'User name',
    description: 'The user to whom the token belongs; most servers accept any.',
    maxLength: 255,
    pattern: /^[^:]+$/,
    optional: true,
    default: 'git',
    examples: ['git'],
  })
  username?: string;

  @Setting({
    title: 'Token',
    description: 'An access token or password, for private repositories.',
    maxLength: 1024,
    secret: true,
    optional: true,
    examples: ['0000000000000000000000000000000000000000'],
  })
  token?: string;
}

/**
 * The tags of any git repository that is served over smart HTTP: https://git-scm.com/docs/gitprotocol-http, the command ls-refs of
 * https://git-scm.com/docs/gitprotocol-v2, and for older servers the references that they advertise
 * (https://git-scm.com/docs/gitprotocol-pack). The date of a tag would need its object.
 */
export class GitTagsSource extends AddressedSource<GitTagsSettings> {
  readonly type = 'git-tags';
  readonly title = 'Tags of a git repository';
  readonly settingsClass = GitTagsSettings;
  readonly listsEverything = true;
  override readonly readsInUse = true;

  private repositoryOf({ url }: GitTagsSettings): string | null {
    const { host, pathname } = new URL(url);
    const repository = `${host}${under(pathname).replace(/\.git$/, '')}`.toLowerCase();
    return repository.length <= REPOSITORY_AT_MOST ? repository : null;
  }

  override packageUrlsOf(settings: GitTagsSettings): string[] {
    return repositoryUrls(this.repositoryOf(settings));
  }

  async fetch(settings: GitTagsSettings, web: SourceWeb, inUse: string[] = []): Promise<Release[]> {
    const tags = await listTags(settings, web);
    return ofOneName(await uniqueReleases(tags, (tag) => oneRelease(tag)), inUse, this.repositoryOf(settings) ?? '');
  }
}

async function listTags({ url, username = 'git', token }: GitTagsSettings, web: SourceWeb): Promise<string[]> {
  const base = under(url);
  const basic = `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}`;
  const headers: Record<string, string> = token ? { authorization: basic } : {};
  const references = `${base}/info/refs?service=git-upload-pack`;
  const second = { ...headers, 'git-protocol': 'version=2' };
  const offered = await packetsOf((await web.get(references, { headers: second })).body);
  if (!offered.includes('version 2')) return tagsOf(offered);
  const answer = await askForTags(web, `${base}/git-upload-pack`, second, tagsRequest(offered));
  if (answer.status === 200) return tagsOf(await packetsOf(answer.body));
  return tagsOf(await packetsOf((await web.get(references, { headers })).body));
}

function askForTags(web: SourceWeb, url: string, headers: Record<string, string>, body: string): Promise<WebResponse> {
  return web.get(url, {
    method: 'POST',
    accept: 'application/x-git-upload-pack-result',
    headers: { ...headers, 'content-type': 'application/x-git-upload-pack-request' },
    body,
    expect: NO_SECOND_REQUEST,
  });
}

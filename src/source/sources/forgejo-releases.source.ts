import { Setting, UrlSetting } from '../../common/settings/setting';
import { under } from '../../common/settings/settings';
import { ForgeSource } from './forge-source';
import { repositoryUrls } from './package-urls';
import { dateOf, type Fields, isFields } from '../../common/fetch/read';
import { oneRelease, type Release } from './source';

/** The default maximum of a server (MAX_RESPONSE_ITEMS). */
const PER_PAGE = 50;
/** Pages that are read: the newest 300. */
const MAX_PAGES = 6;

export class ForgejoReleasesSettings {
  @UrlSetting('Server', 'The base address of the Forgejo or Gitea server, without /api.', 'https://codeberg.org/')
  server!: string;

  @Setting({
    title: 'Repository',
    description: 'Owner and name, as in the address of the repository.',
    maxLength: 201,
    pattern: /^[\w.-]{1,100}\/[\w.-]{1,100}$/,
    examples: ['forgejo/forgejo'],
  })
  repository!: string;

  @Setting({
    title: 'Token',
    description: 'An access token with the scope read:repository, for private repositories.',
    maxLength: 255,
    pattern: /^[A-Za-z0-9_-]{20,255}$/,
    secret: true,
    optional: true,
    examples: ['0000000000000000000000000000000000000000'],
  })
  token?: string;
}

/**
 * The releases of a repository on a Forgejo server (Codeberg is one) or a Gitea server, and its tags when it has no releases:
 * https://forgejo.org/docs/latest/user/api-usage/ and https://docs.gitea.com/api/ (repoListReleases, repoListTags).
 */
export class ForgejoReleasesSource extends ForgeSource<ForgejoReleasesSettings> {
  readonly type = 'forgejo-releases';
  readonly title = 'Forgejo, Codeberg or Gitea releases';
  readonly settingsClass = ForgejoReleasesSettings;

  override packageUrlsOf({ server, repository }: ForgejoReleasesSettings): string[] {
    return repositoryUrls(`${new URL(server).host}/${repository}`);
  }

  protected api({ repository, token, server }: ForgejoReleasesSettings) {
    const headers: Record<string, string> = token ? { authorization: `token ${token}` } : {};
    return {
      repository,
      list: (what: string) =>
        `${under(server, 'api', 'v1', 'repos', ...repository.split('/'), what)}?limit=${PER_PAGE}`,
      pages: MAX_PAGES,
      headers,
      toTag,
    };
  }
}

function toTag({ name, commit }: Fields): Release[] {
  return oneRelease(name, { releasedAt: isFields(commit) ? dateOf(commit.created) : null });
}

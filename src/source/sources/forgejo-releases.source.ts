import { ReleaseSource } from '../../common/plugin/marks';
import { Setting } from '../../common/settings/setting';
import { under } from '../../common/settings/settings';
import { AddressedSource } from './addressed-source';
import { oneRelease } from './one-release';
import { repositoryUrls } from './package-urls';
import { dateOf, type Fields, isFields } from '../../common/fetch/read';
import { githubRelease, releasesOrTags } from './releases-or-tags';
import type { Release } from './source';
import type { SourceWeb } from '../../common/fetch/source-web';

/** The default maximum of a server (MAX_RESPONSE_ITEMS). */
const PER_PAGE = 50;
/** Pages that are read: the newest 300. */
const MAX_PAGES = 6;

export class ForgejoReleasesSettings {
  @Setting({
    title: 'Server',
    description: 'The base address of the Forgejo or Gitea server, without /api.',
    format: 'url',
    maxLength: 2048,
    examples: ['https://codeberg.org/'],
  })
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
@ReleaseSource()
export class ForgejoReleasesSource extends AddressedSource<ForgejoReleasesSettings> {
  readonly type = 'forgejo-releases';
  readonly title = 'Forgejo, Codeberg or Gitea releases';
  readonly settingsClass = ForgejoReleasesSettings;
  readonly listsEverything = false;
  override readonly hasNotes = true;
  override readonly readsInUse = true;

  override packageUrlsOf({ server, repository }: ForgejoReleasesSettings): string[] {
    return repositoryUrls(`${new URL(server).host}/${repository}`);
  }

  fetch({ repository, token, server }: ForgejoReleasesSettings, web: SourceWeb, inUse?: string[]): Promise<Release[]> {
    const headers: Record<string, string> = token ? { authorization: `token ${token}` } : {};
    const list = (what: string) => {
      const url = `${under(server, 'api', 'v1', 'repos', ...repository.split('/'), what)}?limit=${PER_PAGE}`;
      return web.pages(url, MAX_PAGES, { headers });
    };
    return releasesOrTags({ list, toRelease: githubRelease, toTag, repository, inUse });
  }
}

function toTag({ name, commit }: Fields): Release[] {
  return oneRelease(name, { releasedAt: isFields(commit) ? dateOf(commit.created) : null });
}

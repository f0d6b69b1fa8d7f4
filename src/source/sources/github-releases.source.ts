import { Setting } from '../../common/settings/setting';
import { under } from '../../common/settings/settings';
import { ForgeSource } from './forge-source';
import { GITHUB, githubHeaders, GithubServer, GithubToken } from './forge-token';
import { repositoryUrls } from './package-urls';
import type { Fields } from '../../common/fetch/read';
import { oneRelease } from './source';

/** The maximum of GitHub. */
const PER_PAGE = 100;
/** Pages of releases that are read: the newest 300. */
const MAX_PAGES = 3;

export class GithubReleasesSettings {
  @Setting({
    title: 'Repository',
    description: 'Owner and name, as in the address of the repository.',
    maxLength: 140,
    pattern: /^[A-Za-z0-9-]{1,39}\/[A-Za-z0-9._-]{1,100}$/,
    examples: ['nodejs/node'],
  })
  repository!: string;

  @GithubToken(', and private repositories can be read')
  token?: string;

  @GithubServer()
  server?: string;
}

/**
 * The releases of a repository on GitHub, and its tags when it has no releases:
 * https://docs.github.com/en/rest/releases/releases#list-releases and https://docs.github.com/en/rest/repos/repos#list-repository-tags
 */
export class GithubReleasesSource extends ForgeSource<GithubReleasesSettings> {
  readonly type = 'github-releases';
  readonly title = 'GitHub releases';
  readonly settingsClass = GithubReleasesSettings;

  private repositoryOf({ repository, server = GITHUB }: GithubReleasesSettings): string {
    const host = server === GITHUB ? 'github.com' : new URL(server).host;
    return `${host}/${repository}`.toLowerCase();
  }

  override packageUrlsOf(settings: GithubReleasesSettings): string[] {
    return repositoryUrls(this.repositoryOf(settings));
  }

  protected api(settings: GithubReleasesSettings) {
    const { repository, server = GITHUB } = settings;
    return {
      repository,
      list: (what: string) => `${under(server, 'repos', ...repository.split('/'), what)}?per_page=${PER_PAGE}`,
      pages: MAX_PAGES,
      accept: 'application/vnd.github+json',
      headers: githubHeaders(settings, this.config),
      toTag: ({ name }: Fields) => oneRelease(name),
    };
  }
}

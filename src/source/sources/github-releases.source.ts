import { groupBy } from 'small-parts';
import { Setting } from '../../common/settings/setting';
import { under } from '../../common/settings/settings';
import { ForgeSource } from './forge-source';
import { GITHUB, githubGraph, githubHeaders, GithubServer, GithubToken } from './forge-token';
import { GithubMany, type Lists } from './github-many';
import { repositoryUrls } from './package-urls';
import type { Fields } from '../../common/fetch/read';
import { SourceError } from '../../common/fetch/source-error';
import { onlyFirst, type SourceWeb } from '../../common/fetch/source-web';
import { type Asked, type OneOfMany, oneRelease } from './source';

/** The maximum of GitHub. */
const PER_PAGE = 100;
/** Pages of releases that are read: the newest 300. */
const MAX_PAGES = 3;
const LIMITS = { perPage: PER_PAGE, pages: MAX_PAGES };

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
  private readonly many = new GithubMany();

  private repositoryOf({ repository, server = GITHUB }: GithubReleasesSettings): string {
    const host = server === GITHUB ? 'github.com' : new URL(server).host;
    return `${host}/${repository}`.toLowerCase();
  }

  override packageUrlsOf(settings: GithubReleasesSettings): string[] {
    return repositoryUrls(this.repositoryOf(settings));
  }

  /** By GraphQL, which takes a token: so many products take few requests. Pages are those of REST, and so is what is made of them. */
  override async fetchMany(asked: Asked<GithubReleasesSettings>[], web: SourceWeb) {
    const found = new Array<OneOfMany | SourceError | null>(asked.length).fill(null);
    for (const places of groupBy([...asked.keys()], (at) => this.doorOf(asked[at]!.settings)).values()) {
      const { settings } = asked[places[0]!]!;
      const headers = githubHeaders(settings, this.config);
      if (!headers.authorization) continue;
      const repositories = places.map((at) => asked[at]!.settings.repository);
      const lists = await this.many.read(githubGraph(settings), headers, repositories, LIMITS, web);
      for (const [place, at] of places.entries()) {
        const listed = lists[place]!;
        found[at] = listed === null || listed instanceof SourceError ? listed : await this.oneOf(asked[at]!, listed);
      }
    }
    return found;
  }

  private doorOf(settings: GithubReleasesSettings): string {
    return `${settings.server ?? GITHUB} ${githubHeaders(settings, this.config).authorization}`;
  }

  private async oneOf({ settings, known, inUse }: Asked<GithubReleasesSettings>, lists: Lists): Promise<OneOfMany> {
    const { print: validator, what, entries, isCut } = lists;
    const notice = isCut ? onlyFirst(entries.length) : null;
    if (validator === known) return { validator, answer: null, notice };
    return { validator, answer: { releases: await this.found(settings, what, entries, await inUse()) }, notice };
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

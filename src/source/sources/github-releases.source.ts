import { Injectable } from '@nestjs/common';
import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { Setting } from '../../common/settings/setting';
import type { Prepared } from '../../common/settings/settings';
import { under, withCheckedServer } from '../../common/settings/url-setting';
import { type Fields, textOf } from './read';
import { githubRelease, releasesOrTags } from './releases-or-tags';
import { type Release, Source } from './source';
import type { SourceWeb } from './source-web';

const SERVER = 'https://api.github.com/';
/** As many as GitHub gives on a page; older ones are known by then. */
const PER_PAGE = 100;
/** Pages of releases that are read: the newest 300. */
const MAX_PAGES = 3;

export class GithubReleasesSettings {
  @Setting({
    title: 'Repository',
    description: 'Owner and name, as in the address of the repository.',
    format: 'text',
    maxLength: 140,
    pattern: /^[A-Za-z0-9-]{1,39}\/[A-Za-z0-9._-]{1,100}$/,
    examples: ['nodejs/node'],
  })
  repository!: string;

  @Setting({
    title: 'Token',
    description:
      'A token of GitHub: with it 5,000 requests an hour are allowed instead of 60, and private repositories can be read.',
    format: 'text',
    maxLength: 255,
    pattern: /^[A-Za-z0-9_]{20,255}$/,
    secret: true,
    optional: true,
    examples: ['ghp_000000000000000000000000000000000000'],
  })
  token?: string;

  @Setting({
    title: 'Server',
    description: 'The base address of the API of a GitHub Enterprise server, which ends in /api/v3.',
    format: 'url',
    maxLength: 2048,
    optional: true,
    default: SERVER,
    examples: [SERVER],
  })
  server?: string;
}

/**
 * The releases of a repository on GitHub, and its tags when it has no releases:
 * https://docs.github.com/en/rest/releases/releases#list-releases and https://docs.github.com/en/rest/repos/repos#list-repository-tags
 */
@Injectable()
export class GithubReleasesSource extends Source<GithubReleasesSettings> {
  readonly type = 'github-releases';
  readonly title = 'GitHub releases';
  readonly settingsClass = GithubReleasesSettings;
  readonly listsEverything = false;

  constructor(private readonly http: OutgoingHttp) {
    super();
  }

  override prepare(settings: GithubReleasesSettings): Prepared<GithubReleasesSettings> {
    return withCheckedServer(this.http, settings);
  }

  override repositoryOf({ repository, server = SERVER }: GithubReleasesSettings): string {
    const host = server === SERVER ? 'github.com' : new URL(server).host;
    return `${host}/${repository}`.toLowerCase();
  }

  fetch(settings: GithubReleasesSettings, web: SourceWeb): Promise<Release[]> {
    return releasesOrTags(web, { list: (what) => list(settings, web, what), toRelease: githubRelease, toTag });
  }
}

function list({ repository, token, server = SERVER }: GithubReleasesSettings, web: SourceWeb, what: string) {
  const headers = {
    'x-github-api-version': '2022-11-28',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  const url = `${under(server, 'repos', ...repository.split('/'), what)}?per_page=${PER_PAGE}`;
  return web.pages(url, MAX_PAGES, { accept: 'application/vnd.github+json', headers });
}

function toTag(tag: Fields): Release[] {
  const version = textOf(tag.name);
  return version === null ? [] : [{ version, releasedAt: null, prerelease: null, notesUrl: null }];
}

import { Injectable } from '@nestjs/common';
import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { Setting } from '../../common/settings/setting';
import type { Prepared } from '../../common/settings/settings';
import { under, withCheckedServer } from '../../common/settings/url-setting';
import { dateOf, type Fields, isFields, linkOf, textOf } from './read';
import { releasesOrTags } from './releases-or-tags';
import { type Release, Source } from './source';
import type { SourceWeb } from './source-web';

const SERVER = 'https://gitlab.com/';
/** As many as GitLab gives on a page. */
const PER_PAGE = 100;
/** Pages that are read: the newest 300. */
const MAX_PAGES = 3;

export class GitlabReleasesSettings {
  @Setting({
    title: 'Project',
    description: 'Path of the project with all its groups, as in its address, or its number.',
    format: 'text',
    maxLength: 255,
    pattern: /^(\d{1,12}|[\w.-]{1,255}(\/[\w.-]{1,255}){1,20})$/,
    examples: ['gitlab-org/gitlab-runner'],
  })
  project!: string;

  @Setting({
    title: 'Token',
    description: 'An access token with the scope read_api: with it private projects can be read.',
    format: 'text',
    maxLength: 255,
    pattern: /^[A-Za-z0-9_.=-]{10,255}$/,
    secret: true,
    optional: true,
    examples: ['glpat-00000000000000000000'],
  })
  token?: string;

  @Setting({
    title: 'Server',
    description: 'The base address of a GitLab server of your own.',
    format: 'url',
    maxLength: 2048,
    optional: true,
    default: SERVER,
    examples: [SERVER],
  })
  server?: string;
}

/**
 * The releases of a project on GitLab, and its tags when it has no releases: https://docs.gitlab.com/api/releases/#list-releases,
 * https://docs.gitlab.com/api/tags/#list-project-repository-tags, with the paging of https://docs.gitlab.com/api/rest/#pagination.
 */
@Injectable()
export class GitlabReleasesSource extends Source<GitlabReleasesSettings> {
  readonly type = 'gitlab-releases';
  readonly title = 'GitLab releases';
  readonly settingsClass = GitlabReleasesSettings;
  readonly listsEverything = false;

  constructor(private readonly http: OutgoingHttp) {
    super();
  }

  override prepare(settings: GitlabReleasesSettings): Prepared<GitlabReleasesSettings> {
    return withCheckedServer(this.http, settings);
  }

  override repositoryOf({ project, server = SERVER }: GitlabReleasesSettings): string | null {
    return /^\d+$/.test(project) ? null : `${new URL(server).host}/${project}`.toLowerCase();
  }

  fetch(settings: GitlabReleasesSettings, web: SourceWeb): Promise<Release[]> {
    return releasesOrTags(web, { list: (what) => list(settings, web, PATHS[what]), toRelease, toTag });
  }
}

const PATHS = { releases: ['releases'], tags: ['repository', 'tags'] };

function list({ project, token, server = SERVER }: GitlabReleasesSettings, web: SourceWeb, path: string[]) {
  const headers: Record<string, string> = token ? { 'private-token': token } : {};
  const url = `${under(server, 'api', 'v4', 'projects', project, ...path)}?per_page=${PER_PAGE}`;
  return web.pages(url, MAX_PAGES, { headers });
}

function toRelease(release: Fields): Release[] {
  const version = textOf(release.tag_name);
  // Announced for a day to come: https://docs.gitlab.com/user/project/releases/#upcoming-releases
  if (version === null || release.upcoming_release === true) return [];
  const links = isFields(release._links) ? release._links : {};
  return [
    {
      version,
      releasedAt: dateOf(release.released_at) ?? dateOf(release.created_at),
      prerelease: null,
      notesUrl: linkOf(links.self),
    },
  ];
}

/** Only an annotated tag has a date of its own. */
function toTag(tag: Fields): Release[] {
  const version = textOf(tag.name);
  if (version === null) return [];
  const commit = isFields(tag.commit) ? tag.commit : {};
  const releasedAt = dateOf(tag.created_at) ?? dateOf(commit.committed_date);
  return [{ version, releasedAt, prerelease: null, notesUrl: null }];
}

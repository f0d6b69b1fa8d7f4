import { ReleaseSource } from '../../common/plugin/marks';
import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { Setting } from '../../common/settings/setting';
import { type Prepared, under, withCheckedServer } from '../../common/settings/settings';
import { Config } from '../../config/config';
import { GITLAB, gitlabHeaders } from './forge-token';
import { repositoryUrls } from './package-urls';
import { dateOf, type Fields, isFields, linkOf, textOf } from './read';
import { notesOf } from './release-notes';
import { releasesOrTags } from './releases-or-tags';
import { type Release, Source } from './source';
import type { SourceWeb } from './source-web';

/** The maximum of GitLab. */
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
    description:
      'An access token with the scope read_api, for private projects. At the default server, the token that the operator has configured as GITLAB_TOKEN is used without it.',
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
    default: GITLAB,
    examples: [GITLAB],
  })
  server?: string;
}

/**
 * The releases of a project on GitLab, and its tags when it has no releases: https://docs.gitlab.com/api/releases/#list-releases,
 * https://docs.gitlab.com/api/tags/#list-project-repository-tags, with the paging of https://docs.gitlab.com/api/rest/#pagination.
 */
@ReleaseSource()
export class GitlabReleasesSource extends Source<GitlabReleasesSettings> {
  readonly type = 'gitlab-releases';
  readonly title = 'GitLab releases';
  readonly settingsClass = GitlabReleasesSettings;
  readonly listsEverything = false;
  override readonly hasNotes = true;
  override readonly readsInUse = true;

  constructor(
    private readonly http: OutgoingHttp,
    private readonly config: Config,
  ) {
    super();
  }

  override prepare(settings: GitlabReleasesSettings): Prepared<GitlabReleasesSettings> {
    return withCheckedServer(this.http, settings);
  }

  override repositoryOf({ project, server = GITLAB }: GitlabReleasesSettings): string | null {
    return /^\d+$/.test(project) ? null : `${new URL(server).host}/${project}`.toLowerCase();
  }

  override packageUrlsOf(settings: GitlabReleasesSettings): string[] {
    return repositoryUrls(this.repositoryOf(settings));
  }

  fetch(settings: GitlabReleasesSettings, web: SourceWeb, inUse?: string[]): Promise<Release[]> {
    const headers = gitlabHeaders(settings, this.config);
    return releasesOrTags({
      list: (what) => list(settings, web, headers, PATHS[what]),
      toRelease,
      toTag,
      repository: settings.project,
      inUse,
    });
  }
}

const PATHS = { releases: ['releases'], tags: ['repository', 'tags'] };

function list(
  { project, server = GITLAB }: GitlabReleasesSettings,
  web: SourceWeb,
  headers: Record<string, string>,
  path: string[],
) {
  const url = `${under(server, 'api', 'v4', 'projects', project, ...path)}?per_page=${PER_PAGE}`;
  return web.pages(url, MAX_PAGES, { headers });
}

function toRelease(release: Fields): Release[] {
  const version = textOf(release.tag_name);
  // Announced for a future day: https://docs.gitlab.com/user/project/releases/#upcoming-releases
  if (version === null || release.upcoming_release === true) return [];
  const { _links: links } = release;
  return [
    {
      version,
      releasedAt: dateOf(release.released_at) ?? dateOf(release.created_at),
      prerelease: null,
      notesUrl: isFields(links) ? linkOf(links.self) : null,
      notes: notesOf(release.description, 'markdown'),
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

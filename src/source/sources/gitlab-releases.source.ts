import { ServerSetting, Setting } from '../../common/settings/setting';
import { under } from '../../common/settings/settings';
import { ForgeSource } from './forge-source';
import { GITLAB, gitlabHeaders } from './forge-token';
import { repositoryUrls } from './package-urls';
import { dateOf, type Fields, isFields, linkOf } from '../../common/fetch/read';
import { notesOf, oneRelease, type Release } from './source';

/** The maximum of GitLab. */
const PER_PAGE = 100;
/** Pages that are read: the newest 300. */
const MAX_PAGES = 3;

export class GitlabReleasesSettings {
  @Setting({
    title: 'Project',
    description: 'Path of the project with all its groups, as in its address, or its number.',
    maxLength: 255,
    pattern: /^(\d{1,12}|[\w.-]{1,255}(\/[\w.-]{1,255}){1,20})$/,
    examples: ['gitlab-org/gitlab-runner'],
  })
  project!: string;

  @Setting({
    title: 'Token',
    description:
      'An access token with the scope read_api, for private projects. At the default server, the token that the operator has configured as GITLAB_TOKEN is used without it.',
    maxLength: 255,
    pattern: /^[A-Za-z0-9_.=-]{10,255}$/,
    secret: true,
    optional: true,
    examples: ['glpat-00000000000000000000'],
  })
  token?: string;

  @ServerSetting('The base address of a GitLab server of your own.', GITLAB)
  server?: string;
}

/**
 * The releases of a project on GitLab, and its tags when it has no releases: https://docs.gitlab.com/api/releases/#list-releases,
 * https://docs.gitlab.com/api/tags/#list-project-repository-tags, with the paging of https://docs.gitlab.com/api/rest/#pagination.
 */
export class GitlabReleasesSource extends ForgeSource<GitlabReleasesSettings> {
  readonly type = 'gitlab-releases';
  readonly title = 'GitLab releases';
  readonly settingsClass = GitlabReleasesSettings;

  private repositoryOf({ project, server = GITLAB }: GitlabReleasesSettings): string | null {
    return /^\d+$/.test(project) ? null : `${new URL(server).host}/${project}`.toLowerCase();
  }

  override packageUrlsOf(settings: GitlabReleasesSettings): string[] {
    return repositoryUrls(this.repositoryOf(settings));
  }

  protected api(settings: GitlabReleasesSettings) {
    const { project, server = GITLAB } = settings;
    return {
      repository: project,
      list: (what: keyof typeof PATHS) =>
        `${under(server, 'api', 'v4', 'projects', project, ...PATHS[what])}?per_page=${PER_PAGE}`,
      pages: MAX_PAGES,
      headers: gitlabHeaders(settings, this.config),
      toRelease,
      toTag,
    };
  }
}

const PATHS = { releases: ['releases'], tags: ['repository', 'tags'] };

function toRelease({ _links: links, ...release }: Fields): Release[] {
  // Announced for a future day: https://docs.gitlab.com/user/project/releases/#upcoming-releases
  if (release.upcoming_release === true) return [];
  return oneRelease(release.tag_name, {
    releasedAt: dateOf(release.released_at) ?? dateOf(release.created_at),
    notesUrl: isFields(links) ? linkOf(links.self) : null,
    notes: notesOf(release.description, 'markdown'),
  });
}

/** Only an annotated tag has a date of its own. */
function toTag(tag: Fields): Release[] {
  const commit = isFields(tag.commit) ? tag.commit : {};
  return oneRelease(tag.name, { releasedAt: dateOf(tag.created_at) ?? dateOf(commit.committed_date) });
}

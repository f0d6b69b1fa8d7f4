import { ReleaseSource } from '../../common/plugin/marks';
import { ServerSetting, Setting } from '../../common/settings/setting';
import { under } from '../../common/settings/settings';
import { AddressedSource } from './addressed-source';
import { GITLAB, gitlabHeaders } from './forge-token';
import { oneRelease } from './one-release';
import { repositoryUrls } from './package-urls';
import { dateOf, type Fields, isFields, linkOf } from '../../common/fetch/read';
import { notesOf } from './release-notes';
import { releasesOrTags } from './releases-or-tags';
import type { Release } from './source';
import type { SourceWeb } from '../../common/fetch/source-web';

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
@ReleaseSource()
export class GitlabReleasesSource extends AddressedSource<GitlabReleasesSettings> {
  readonly type = 'gitlab-releases';
  readonly title = 'GitLab releases';
  readonly settingsClass = GitlabReleasesSettings;
  readonly listsEverything = false;
  override readonly hasNotes = true;
  override readonly readsInUse = true;

  private repositoryOf({ project, server = GITLAB }: GitlabReleasesSettings): string | null {
    return /^\d+$/.test(project) ? null : `${new URL(server).host}/${project}`.toLowerCase();
  }

  override packageUrlsOf(settings: GitlabReleasesSettings): string[] {
    return repositoryUrls(this.repositoryOf(settings));
  }

  fetch(settings: GitlabReleasesSettings, web: SourceWeb, inUse?: string[]): Promise<Release[]> {
    const { project, server = GITLAB } = settings;
    const headers = gitlabHeaders(settings, this.config);
    const list = (what: keyof typeof PATHS) => {
      const url = `${under(server, 'api', 'v4', 'projects', project, ...PATHS[what])}?per_page=${PER_PAGE}`;
      return web.pages(url, MAX_PAGES, { headers });
    };
    return releasesOrTags({ list, toRelease, toTag, repository: project, inUse });
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

/**
 * What GitHub and GitLab send, cut down to the parts that tell one event from another: GitHub's own examples
 * (https://docs.github.com/en/webhooks/webhook-events-and-payloads) and GitLab's
 * (https://docs.gitlab.com/user/project/integrations/webhook_events/).
 */
const GITHUB_REPOSITORY = {
  id: 186853002,
  name: 'Hello-World',
  full_name: 'Codertocat/Hello-World',
  private: false,
  owner: { login: 'Codertocat', html_url: 'https://github.com/Codertocat', type: 'User' },
  html_url: 'https://github.com/Codertocat/Hello-World',
  url: 'https://api.github.com/repos/Codertocat/Hello-World',
  clone_url: 'https://github.com/Codertocat/Hello-World.git',
  default_branch: 'master',
};

const sender = { login: 'Codertocat', id: 21031067, type: 'User' };
const repository = GITHUB_REPOSITORY;

const release = {
  html_url: 'https://github.com/Codertocat/Hello-World/releases/tag/0.0.1',
  id: 17372790,
  tag_name: '0.0.1',
  target_commitish: 'master',
  draft: false,
  prerelease: false,
  created_at: '2019-05-15T15:19:25Z',
  published_at: '2019-05-15T15:20:53Z',
};

const NOWHERE = '0000000000000000000000000000000000000000';

export const GITHUB = {
  published: { action: 'published', release, repository, sender },
  draft: { action: 'created', release: { ...release, draft: true, published_at: null }, repository, sender },
  tag: { ref: 'simple-tag', ref_type: 'tag', master_branch: 'master', pusher_type: 'user', repository, sender },
  branch: { ref: 'topic', ref_type: 'branch', master_branch: 'master', pusher_type: 'user', repository, sender },
  pushOfTag: {
    ref: 'refs/tags/simple-tag',
    before: NOWHERE,
    after: '6113728f27ae82c7b1a177c8d03f9e96e0adf246',
    created: true,
    deleted: false,
    commits: [],
    repository,
    sender,
  },
  push: {
    ref: 'refs/heads/master',
    before: '6113728f27ae82c7b1a177c8d03f9e96e0adf246',
    after: 'ec26c3e57ca3a959ca5aad62de7213c562f8c821',
    created: false,
    deleted: false,
    commits: [],
    repository,
    sender,
  },
  ping: {
    zen: 'Anything added dilutes everything else.',
    hook_id: 109948940,
    hook: { type: 'Repository', id: 109948940, name: 'web', active: true, events: ['release'] },
    repository,
    sender,
  },
  pingOfOrganization: {
    zen: 'Anything added dilutes everything else.',
    hook_id: 109948941,
    hook: { type: 'Organization', id: 109948941, name: 'web', active: true, events: ['release'] },
    organization: { login: 'Octocoders', id: 38302899 },
    sender,
  },
};

const gitlabProject = (origin: string) => ({
  id: 2,
  name: 'release-webhook-example',
  description: '',
  web_url: `${origin}/gitlab-org/release-webhook-example`,
  git_ssh_url: 'ssh://git@example.com/gitlab-org/release-webhook-example.git',
  git_http_url: `${origin}/gitlab-org/release-webhook-example.git`,
  namespace: 'Gitlab',
  visibility_level: 0,
  path_with_namespace: 'gitlab-org/release-webhook-example',
  default_branch: 'master',
});

/** @param origin where GitLab is served, which may be below a path */
export const gitlab = (origin = 'https://example.com') => ({
  release: {
    id: 1,
    created_at: '2020-11-02 12:55:12 UTC',
    description: 'v1.1 has been released',
    name: 'v1.1',
    released_at: '2020-11-02 12:55:12 UTC',
    tag: 'v1.1',
    object_kind: 'release',
    project: gitlabProject(origin),
    url: `${origin}/gitlab-org/release-webhook-example/-/releases/v1.1`,
    action: 'create',
    assets: { count: 4, links: [], sources: [] },
    commit: { id: 'ee0a3fb31ac16e11b9dbb596ad16d4af654d08f8', message: 'Release v1.1' },
  },
  tag: {
    object_kind: 'tag_push',
    event_name: 'tag_push',
    before: NOWHERE,
    after: '82b3d5ae55f7080f1e6022629cdb57bfae7cccc7',
    ref: 'refs/tags/v1.0.0',
    checkout_sha: '82b3d5ae55f7080f1e6022629cdb57bfae7cccc7',
    user_id: 1,
    user_name: 'John Smith',
    project_id: 1,
    project: gitlabProject(origin),
    commits: [],
    total_commits_count: 0,
  },
  push: {
    object_kind: 'push',
    event_name: 'push',
    before: '95790bf891e76fee5e1747ab589903a6a1f80f22',
    after: 'da1560886d4f094c3e6c9ef40349f7d38b5d27d7',
    ref: 'refs/heads/master',
    project_id: 15,
    project: gitlabProject(origin),
    commits: [],
    total_commits_count: 0,
  },
});

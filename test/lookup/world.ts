import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OutgoingHttp } from '../../src/common/outgoing-http/outgoing-http';
import type { Answer, ReceivedRequest } from '../notification/providers/peers';
import { serveGit } from '../source/sources/git-server';
import { readStages } from '../source/sources/stage';

/** Stand-ins for servers in the world, by their hosts, which answer as these do. */
export interface World {
  /** Base address of the server that plays all of them. */
  url: string;
  /** What the service needs to know them. */
  environment: Record<string, string>;
  /** `host path`, in their order. */
  requests: string[];
  close(): Promise<void>;
}

type Serve = (request: ReceivedRequest, host: string) => Answer;

const JSON_TYPE = { 'content-type': 'application/json' };
const json = (body: unknown, headers: Record<string, string> = {}): Answer => [
  200,
  { ...JSON_TYPE, ...headers },
  JSON.stringify(body),
];
const NOT_FOUND: Answer = [404, JSON_TYPE, '{"message":"Not Found"}'];
const page = (body: string, headers: Record<string, string> = {}): Answer => [
  200,
  { 'content-type': 'text/html; charset=utf-8', ...headers },
  `<!DOCTYPE html><html>${body}</html>`,
];

const release = (tag: string, at: string, prerelease = false) => ({
  ...{
    tag_name: tag,
    name: tag,
    prerelease,
    draft: false,
    published_at: `${at}T10:00:00Z`,
    created_at: `${at}T10:00:00Z`,
  },
  ...{ html_url: `https://forge.example/${tag}`, body: 'Fixes.' },
});

const RELEASES = [
  release('v1.121.0-rc.1', '2026-11-20', true),
  ...['v1.120.0', 'v1.119.1', 'v1.119.0', 'v1.118.2', 'v1.118.1', 'v1.118.0'].map((tag, at) =>
    release(tag, `2026-10-${String(20 - at)}`),
  ),
];

const GITHUB: Record<string, () => Answer> = {
  'immich-app/immich/releases': () => json(RELEASES),
  'acme/tagged/releases': () => json([]),
  'acme/tagged/tags': () => json([{ name: 'v2.0.0' }, { name: 'v1.0.0' }]),
  'acme/empty/releases': () => json([]),
  'acme/empty/tags': () => json([]),
  'acme/words/releases': () => json([release('nightly', '2026-11-01'), release('latest', '2026-11-02')]),
  'acme/limited/releases': () => [
    403,
    { ...JSON_TYPE, 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.ceil(Date.now() / 1_000) + 900) },
    '{"message":"API rate limit exceeded"}',
  ],
  'acme/private/releases': () => [401, JSON_TYPE, '{"message":"Requires authentication"}'],
  'acme/broken/releases': () => [502, {}, 'Bad gateway'],
};

const github: Serve = ({ path }) => {
  const [, name = ''] = /^\/repos\/([^?]+)\?/.exec(path) ?? [];
  return GITHUB[name.toLowerCase()]?.() ?? NOT_FOUND;
};

const gitlab: Serve = ({ path }) => {
  const [, project = '', what] = /^\/api\/v4\/projects\/([^/]+)\/([^?]+)/.exec(path) ?? [];
  const found = ['gitlab-org/ops/gitlab-runner', 'team/sub/app'].includes(decodeURIComponent(project));
  if (path.startsWith('/api/')) {
    if (!found) return [404, JSON_TYPE, '{"message":"404 Project Not Found"}'];
    return json(what === 'releases' ? RELEASES.map((one) => ({ ...one, released_at: one.published_at })) : []);
  }
  return page(
    '<head><meta content="object" property="og:type"><meta content="GitLab" property="og:site_name"></head>',
    {
      'x-gitlab-meta': '{"correlation_id":"01","version":"1"}',
    },
  );
};

const forgejo: Serve = ({ path }) => {
  if (/^\/api\/v1\/repos\/(forgejo\/forgejo|gitea\/act_runner|team\/app)\/releases\?limit=50$/.test(path))
    return json(RELEASES);
  if (path.startsWith('/api/')) return NOT_FOUND;
  return page('<head><meta name="keywords" content="go,git,self-hosted,gitea,forgejo"></head>');
};

const TAGS: Record<string, string[]> = {
  'library/nginx': [
    ...['latest', 'stable', '1.27.4', '1.27.3', '1.27.2', '1.27', '1', 'mainline', '1.28.0-rc1'],
    ...['1.27.4-alpine', '1.27.3-alpine', '1.27.4-alpine-slim', 'sha256-0123456789abcdef0123456789abcdef.sig'],
  ],
  'grafana/grafana': ['11.3.0', '11.2.1', 'main', '11.3.0-ubuntu', '11.2.1-ubuntu'],
  'vercel/only-image': ['2.0.0', '1.0.0'],
  'immich-app/immich-server': ['v1.120.0', 'v1.119.1', 'release', 'v1.121.0-rc.1', 'pr-12', 'commit-abcdef0'],
  'prometheus/prometheus': ['v3.0.0', 'v2.55.1', 'main'],
  'linuxserver/sonarr': [
    '4.0.10-ls260',
    '4.0.9-ls259',
    'latest',
    '4.0.10',
    'develop-4.0.11-ls1',
    '2021.12.16',
    '2021.12.17',
  ],
  'team/app': ['2.1', '2.0'],
};

/** A registry that gives tokens to everybody: https://distribution.github.io/distribution/spec/auth/token/ */
const registry: Serve = ({ path, headers }, host) => {
  if (path.startsWith('/token')) return json({ token: 'canary.token' });
  const challenge = {
    'www-authenticate': `Bearer realm="https://${host}/token",service="${host}"`,
    'docker-distribution-api-version': 'registry/2.0',
  };
  if (headers.authorization !== 'Bearer canary.token' && path.startsWith('/v2/'))
    return [401, { ...JSON_TYPE, ...challenge }, '{"errors":[{"code":"UNAUTHORIZED"}]}'];
  const [, image = ''] = /^\/v2\/(.+)\/tags\/list\?/.exec(path) ?? [];
  if (image in TAGS) return json({ name: image, tags: TAGS[image] });
  return path.startsWith('/v2/')
    ? [404, JSON_TYPE, '{"errors":[{"code":"NAME_UNKNOWN"}]}']
    : page('<title>Registry</title>');
};

const ATOM = (titles: string[]) => `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>Release notes from Widget</title>${titles
  .map(
    (title, at) =>
      `<entry><title>${title}</title><link href="https://widget.example/${at}"/><updated>2026-10-${20 - at}T00:00:00Z</updated></entry>`,
  )
  .join('')}</feed>`;

const XML = { 'content-type': 'application/xml' };
const DOCUMENTS: Record<string, Answer> = {
  '/releases.atom': [200, XML, ATOM(['v2.1.0', 'v2.0.0', 'v1.9'])],
  '/news.rss': [200, XML, ATOM(['Widget 2.1.0 is out', 'We are hiring', 'Widget 2.0.1 fixes a bug', 'Hello'])],
  '/blog.atom': [200, XML, ATOM(['We are hiring', 'Hello'])],
  '/': page(
    '<head><title>Widget – News</title><link rel="alternate" type="application/rss+xml" href="/blog.atom">' +
      '<link rel="alternate" type="application/atom+xml" title="Releases" href="/releases.atom"></head>',
  ),
  '/about': page('<head><title>About</title></head>'),
  '/versions.json': json({
    releases: [
      { version: '3.1.0', date: '2026-10-01' },
      { version: '3.0.0', date: '2026-09-01' },
    ],
  }),
  '/latest.json': json({ name: 'widget', version: '3.1.0' }),
  '/people.json': json({ people: [{ who: 'Ada' }] }),
  '/broken': [500, {}, ''],
  '/slow': [200, {}, ''],
};

const CHARTS = (...names: string[]) =>
  `apiVersion: v1\nentries:\n${names
    .map(
      (name) =>
        `  ${name}:\n  - name: ${name}\n    version: 8.0.1\n    created: "2026-10-01T00:00:00Z"\n  - name: ${name}\n    version: 8.0.0\n`,
    )
    .join('')}generated: "2026-10-01T00:00:00Z"\n`;

const helm =
  (...names: string[]): Serve =>
  ({ path }) =>
    path === '/index.yaml' ? [200, { 'content-type': 'text/yaml' }, CHARTS(...names)] : [404, {}, 'Not found'];

const stages = readStages();
const staged =
  (type: string): Serve =>
  (request, host) =>
    stages[type]!.serve(request, `https://${host}`);

const HOSTS: Record<string, Serve> = {
  'api.github.com': github,
  'gitlab.com': gitlab,
  'gitlab.example.org': gitlab,
  'code.example.org': gitlab,
  'codeberg.org': forgejo,
  'gitea.com': forgejo,
  'git.example.org': forgejo,
  'plain.example.org': (request) =>
    request.path.includes('/info/refs') || request.path.includes('git-upload-pack')
      ? serveGit('/group/project.git', request)
      : page('<head><meta name="generator" content="cgit v1.2.3"></head>'),
  'ghcr.io': registry,
  'quay.io': registry,
  'lscr.io': registry,
  'registry.example.org:5000': registry,
  'registry.hub.example': registry,
  'widget.example': ({ path }) => DOCUMENTS[path] ?? [404, { 'content-type': 'text/html' }, '<h1>Not found</h1>'],
  'charts.example.org': helm('grafana', 'loki'),
  'one-chart.example.org': helm('ingress'),
  'endoflife.date': staged('endoflife'),
  'registry.npm.example': staged('npm'),
  'python.example': staged('pypi'),
  'rust.example': staged('crates'),
  'ruby.example': staged('rubygems'),
  'repo.php.example': staged('packagist'),
  'repository.java.example': staged('maven-metadata'),
  'proxy.golang.example': staged('go'),
  'api.dotnet.example': staged('nuget'),
  'elixir.example': staged('hex'),
  'brew.example': staged('homebrew'),
};

const ENVIRONMENT = {
  SOURCES: 'tracked',
  SOURCE_HOST_DELAY_MS: '0',
  DOCKER_REGISTRY_URL: 'https://registry.hub.example',
  NPM_REGISTRY_URL: 'https://registry.npm.example/npm',
  PYPI_URL: 'https://python.example',
  CRATES_URL: 'https://rust.example',
  RUBYGEMS_URL: 'https://ruby.example',
  PACKAGIST_URL: 'https://repo.php.example',
  MAVEN_URL: 'https://repository.java.example/maven2',
  GO_PROXY_URL: 'https://proxy.golang.example/proxy',
  NUGET_URL: 'https://api.dotnet.example/v3/index.json',
  HEX_URL: 'https://elixir.example',
  HOMEBREW_URL: 'https://brew.example',
};

/** A header that says which host was meant. */
const MEANT = 'x-stand-in-for';

/**
 * Starts them. Until it is closed, whatever the service sends to their hosts goes there instead; what it sends elsewhere goes its usual way.
 */
export async function startWorld(): Promise<World> {
  const requests: string[] = [];
  const server = createServer((incoming, response) => {
    const host = String(incoming.headers[MEANT]);
    requests.push(`${host} ${incoming.url}`);
    void received(incoming).then((request) => {
      if (request.path === '/slow') return; // It never answers.
      const [status, headers, body] = HOSTS[host]!(request, host) as [number, Record<string, string>, string | Buffer];
      response.writeHead(status, headers).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const original = Object.getOwnPropertyDescriptor(OutgoingHttp.prototype, 'request')!.value as OutgoingHttp['request'];
  const rerouted = jest.spyOn(OutgoingHttp.prototype, 'request').mockImplementation(function (
    this: OutgoingHttp,
    request,
  ) {
    const { host, pathname, search } = new URL(request.url);
    if (!(host in HOSTS)) return original.call(this, request);
    return original.call(this, {
      ...request,
      url: `${url}${pathname}${search}`,
      headers: { ...request.headers, [MEANT]: host },
    });
  });
  return {
    url,
    environment: ENVIRONMENT,
    requests,
    close: async () => {
      rerouted.mockRestore();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

async function received(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { url = '', method = 'GET', headers } = incoming;
  return { path: url, method, headers, body: Buffer.concat(chunks).toString('utf8') } as ReceivedRequest;
}

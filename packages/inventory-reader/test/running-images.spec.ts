import { readInventory } from 'inventory-reader';

const OCI = 'org.opencontainers.image.';
const SHA = `sha256:${'a'.repeat(64)}`;

const read = (given: unknown) =>
  readInventory(Buffer.from(typeof given === 'string' ? given : JSON.stringify(given))).components;
const running = (image: string, labels: Record<string, string>, variables: string[] = []) => [
  { Name: '/one', Image: SHA, Config: { Image: image, Labels: labels, Env: ['PATH=/bin', ...variables] }, State: {} },
];

/** As their images have them. */
it.each<[string, Record<string, string>, string[], string, 'label' | 'variable' | undefined]>([
  [
    'grafana/grafana:latest',
    { [`${OCI}version`]: '13.0.4', [`${OCI}source`]: 'https://github.com/grafana/grafana' },
    [],
    '13.0.4',
    'label',
  ],
  ['ghcr.io/home-assistant/home-assistant:stable', { 'io.hass.version': '2026.10.3' }, [], '2026.10.3', 'label'],
  [
    'lscr.io/linuxserver/jellyfin:latest',
    { build_version: 'Linuxserver.io version:- 10.10.3ubu2404-ls42 Build-date:- 2024-12-03T01:02:03+00:00' },
    [],
    '10.10.3ubu2404-ls42',
    'label',
  ],
  [
    'acme/anvil',
    { 'org.label-schema.version': 'v2.1.0', 'org.label-schema.vcs-url': 'https://github.com/acme/anvil.git' },
    [],
    'v2.1.0',
    'label',
  ],
  [
    'pihole/pihole:latest',
    { [`${OCI}version`]: '2026.07.2', [`${OCI}source`]: 'https://github.com/pi-hole/docker-pi-hole' },
    [],
    '2026.07.2',
    'label',
  ],
  [
    'vaultwarden/server:latest',
    { [`${OCI}version`]: '1.34.3', [`${OCI}source`]: 'https://github.com/dani-garcia/vaultwarden' },
    [],
    '1.34.3',
    'label',
  ],
  // Built on Ubuntu, whose labels it has but for those that it sets.
  [
    'mariadb:lts',
    {
      [`${OCI}version`]: '11.8.3',
      [`${OCI}ref.name`]: 'ubuntu',
      [`${OCI}source`]: 'https://github.com/MariaDB/mariadb-docker',
    },
    [],
    '11.8.3',
    'label',
  ],
  ['acme/anvil:latest', { [`${OCI}version`]: '24.04', [`${OCI}ref.name`]: 'ubuntu' }, [], 'latest', undefined],
  [
    'me/app:latest',
    { [`${OCI}version`]: '13.0.4', [`${OCI}source`]: 'https://github.com/grafana/grafana' },
    [],
    'latest',
    undefined,
  ],
  [
    'me/grafana-plugins:latest',
    { [`${OCI}version`]: '13.0.4', [`${OCI}source`]: 'https://github.com/grafana/grafana' },
    [],
    'latest',
    undefined,
  ],
  [
    'linuxserver/thing:latest',
    { [`${OCI}version`]: '3.22', [`${OCI}source`]: 'https://github.com/linuxserver/docker-baseimage-alpine' },
    [],
    'latest',
    undefined,
  ],
  [
    'acme/anvil:latest',
    { [`${OCI}version`]: '3.20', [`${OCI}base.name`]: 'docker.io/library/alpine:3.20' },
    [],
    'latest',
    undefined,
  ],
  [
    'acme/anvil:latest',
    { [`${OCI}version`]: 'openSUSE 15.6', [`${OCI}title`]: 'openSUSE Leap Base' },
    [],
    'latest',
    undefined,
  ],
  // Names of branches and commits.
  ...['main', 'latest', 'sha-48d3205', '48d3205f', 'pr-12', 'edge', 'stable', ''].map(
    (version): [string, Record<string, string>, string[], string, undefined] => [
      'acme/anvil:latest',
      { [`${OCI}version`]: version },
      [],
      'latest',
      undefined,
    ],
  ),
  ['nginx:latest', {}, ['NGINX_VERSION=1.29.1', 'NJS_VERSION=0.9.1'], '1.29.1', 'variable'],
  ['postgres:16', {}, ['PG_MAJOR=16', 'PG_VERSION=16.10-1.pgdg13+1'], '16.10', 'variable'],
  ['mariadb:11', {}, ['MARIADB_VERSION=1:11.8.3+maria~ubu2404'], '11.8.3', 'variable'],
  ['mysql:lts', {}, ['MYSQL_VERSION=8.4.6-1.el9', 'MYSQL_SHELL_VERSION=8.4.6-1.el9'], '8.4.6', 'variable'],
  ['redis:7-alpine', {}, ['REDIS_VERSION=7.4.5'], '7.4.5', 'variable'],
  ['node:lts', {}, ['NODE_VERSION=22.19.0', 'YARN_VERSION=1.22.22'], '22.19.0', 'variable'],
  ['mongo:latest', {}, ['MONGO_VERSION=8.0.13', 'GOSU_VERSION=1.17'], '8.0.13', 'variable'],
  ['wordpress:latest', {}, ['PHP_VERSION=8.3.25'], 'latest', undefined],
  // What runs is what the tag says, where it says all; a label that contradicts it is not believed.
  ['nginx:1.29.1-alpine', {}, ['NGINX_VERSION=1.29.1'], '1.29.1-alpine', undefined],
  ['acme/anvil:1.0', { [`${OCI}version`]: '2.3.0' }, [], '1.0', undefined],
  [`acme/anvil@${SHA}`, { [`${OCI}version`]: '2.3.0' }, [], '2.3.0', 'label'],
])('%s with %j and %j is %s', (image, labels, variables, version, from) => {
  const [one] = read(running(image, labels, variables));
  expect([one!.version, one!.moving?.from]).toEqual([version, from]);
});

it('says which tag it follows, and keeps nothing else of labels and variables', () => {
  const labels = {
    [`${OCI}version`]: '13.0.4',
    [`${OCI}source`]: 'https://github.com/grafana/grafana',
    secret: 'canary-1',
  };
  const components = read(running('grafana/grafana:latest', labels, ['DB_PASSWORD=canary-2', 'KEY_VERSION=canary-3']));
  expect(components).toMatchObject([
    { moving: { tag: 'latest', from: 'label' }, repository: 'https://github.com/grafana/grafana' },
  ]);
  expect(JSON.stringify(components)).not.toContain('canary');
});

const LABELS = `${OCI}version=13.0.4,${OCI}description=Dashboards, and more,${OCI}source=https://github.com/grafana/grafana`;

/** As the commands print it. */
it.each<[string, unknown, string[]]>([
  [
    'docker ps --format json',
    `{"ID":"3f","Image":"grafana/grafana:latest","Labels":"${LABELS}","Names":"gf","State":"running"}\n`,
    ['grafana/grafana 13.0.4'],
  ],
  [
    'podman ps --format json',
    [{ Id: '3f', Image: 'docker.io/grafana/grafana:latest', Names: ['gf'], Labels: { [`${OCI}version`]: '13.0.4' } }],
    ['docker.io/grafana/grafana 13.0.4'],
  ],
  [
    'podman inspect',
    [
      {
        Id: '3f',
        Image: SHA.slice(7),
        ImageName: 'docker.io/grafana/grafana:latest',
        Name: 'gf',
        Config: { Labels: { [`${OCI}version`]: '13.0.4' } },
      },
    ],
    ['docker.io/grafana/grafana 13.0.4'],
  ],
  [
    'docker compose ps --format json',
    `{"ID":"3f","Image":"grafana/grafana","Name":"x-gf-1","Service":"gf","Labels":"${LABELS}"}\n`,
    ['grafana/grafana 13.0.4'],
  ],
  [
    'docker image inspect',
    [{ Id: SHA, RepoTags: ['nginx:latest'], RepoDigests: [`nginx@${SHA}`], Config: { Env: ['NGINX_VERSION=1.29.1'] } }],
    ['nginx 1.29.1'],
  ],
  [
    'docker image ls --format json',
    `{"Repository":"nginx","Tag":"1.29","Digest":"${SHA}","ID":"3f"}\n{"Repository":"redis","Tag":"<none>","Digest":"${SHA}","ID":"4f"}\n`,
    ['nginx 1.29', `redis ${SHA}`],
  ],
  [
    'docker image ls --digests',
    `REPOSITORY   TAG       DIGEST                                                                    IMAGE ID       CREATED       SIZE\nnginx        1.29      ${SHA}   3f4e1c2b9a10   2 days ago    190MB\nredis        <none>    ${SHA}   4f4e1c2b9a10   2 days ago    130MB\n`,
    ['nginx 1.29', `redis ${SHA}`],
  ],
  [
    'docker images of version 29',
    'IMAGE                ID             DISK USAGE   CONTENT SIZE   EXTRA\nnginx:1.29           3f4e1c2b9a10   240MB        70MB\n',
    ['nginx 1.29'],
  ],
  [
    'docker compose images',
    'CONTAINER   REPOSITORY        TAG       PLATFORM      IMAGE ID       SIZE\nx-gf-1      grafana/grafana   13.0.4    linux/amd64   3f4e1c2b9a10   190MB\n',
    ['grafana/grafana 13.0.4'],
  ],
  [
    'docker service ls',
    'ID             NAME      MODE         REPLICAS   IMAGE          PORTS\n3f4e1c2b9a10   web       replicated   2/2        nginx:1.29.1   *:80->80/tcp\n',
    ['nginx 1.29.1'],
  ],
  [
    'docker stack ps',
    'ID             NAME      IMAGE          NODE      DESIRED STATE   CURRENT STATE\n3f4e1c2b9a10   web.1     nginx:1.29.1   one       Running         Running 2 days ago\n',
    ['nginx 1.29.1'],
  ],
  [
    'docker service inspect',
    [{ ID: '3f', Spec: { Name: 'web', TaskTemplate: { ContainerSpec: { Image: `nginx:1.29.1@${SHA}` } } } }],
    ['nginx 1.29.1'],
  ],
  [
    'crictl images',
    'IMAGE                      TAG       IMAGE ID        SIZE\nregistry.k8s.io/pause      3.10      3f4e1c2b9a10    320kB\n',
    ['registry.k8s.io/pause 3.10'],
  ],
  [
    'the list of containers of an API, as Portainer passes it on',
    [
      {
        Id: '3f',
        Names: ['/gf'],
        Image: 'grafana/grafana:latest',
        ImageID: SHA,
        Labels: { [`${OCI}version`]: '13.0.4' },
        State: 'running',
      },
    ],
    ['grafana/grafana 13.0.4'],
  ],
  [
    'quadlets',
    '[Unit]\nDescription=Web\n\n[Container]\nImage=docker.io/library/nginx:1.29.1\nPublishPort=80:80\n\n[Install]\nWantedBy=default.target\n[Container]\nImage=own.build\n',
    ['docker.io/library/nginx 1.29.1'],
  ],
])('reads %s', (_command, given, expected) => {
  expect(read(given).map(({ name, version }) => `${name} ${version}`)).toEqual(expected);
});

describe('an image that has lost its tag', () => {
  it.each([SHA, '60adc2e137e7'.repeat(5), 'sha256:60adc2e137e7', '60adc2e137e7', '60adc2e137e75'])(
    'is no product of the name %s',
    (Image) => {
      const { components, rejected } = readInventory(
        Buffer.from(
          JSON.stringify([
            { Names: ['/web'], Image, State: 'running' },
            { Names: ['/db'], Image: 'redis:8' },
          ]),
        ),
      );
      expect(components.map(({ name }) => name)).toEqual(['redis']);
      expect(rejected).toEqual([{ where: '/web', reason: expect.stringContaining('lost its tag') as string }]);
    },
  );

  it('may have a name of letters', () => {
    expect(read([{ Names: ['/web'], Image: 'facadefacade:1', State: '' }])).toMatchObject([{ name: 'facadefacade' }]);
    expect(read([{ Names: ['/web'], Image: 'facadefacade', State: '' }])).toMatchObject([{ name: 'facadefacade' }]);
  });
});

it.each(['', '                         i Info →   U  In Use\n'])(
  'reads the list of images of Docker 29 (%j)',
  (above) => {
    const text = `${above}IMAGE                ID             DISK USAGE   CONTENT SIZE   EXTRA
nginx:1.27.3         bc45d248c4e1        240MB         65.8MB    U
ghcr.io/acme/api:2   f773b35a95e1        200MB         52.8MB
`;
    expect(read(text)).toMatchObject([
      { name: 'nginx', version: '1.27.3' },
      { name: 'ghcr.io/acme/api', version: '2' },
    ]);
  },
);

import { isPublicImage, productKeys, proposedKeys } from 'address-reader';
import { readInventory } from 'inventory-reader';

const component = (image: string) => readInventory(Buffer.from(`${image}\n`), { format: 'docker-ps' }).components[0]!;
const keys = (image: string, repository?: string) =>
  productKeys({ ...component(image), ...(repository === undefined ? {} : { repository }) })
    .flat()
    .map(({ kind, value }) => `${kind} ${value}`);

it.each([
  ['ghcr.io/getarcaneapp/arcane:v2.8.1', 'purl pkg:github/getarcaneapp/arcane'],
  ['ghcr.io/SomeBody/Thing:1.0'.toLowerCase(), 'purl pkg:github/somebody/thing'],
  ['ghcr.io/immich-app/immich-server:v3.1.0', 'purl pkg:github/immich-app/immich'],
  ['ghcr.io/browserless/chromium/base:v2.0', 'purl pkg:github/browserless/chromium'],
  ['quay.io/invidious/invidious:2.0', 'purl pkg:github/invidious/invidious'],
  ['codeberg.org/forgejo/forgejo:16.0.3', 'purl pkg:git/codeberg.org/forgejo/forgejo'],
  ['registry.gitlab.com/group/sub/project/image:1.0', 'purl pkg:git/gitlab.com/group/sub/project'],
  ['lscr.io/linuxserver/sonarr:4.0.16', 'name sonarr'],
  ['linuxserver/sonarr:4.0.16', 'alias sonarr'],
  ['ghcr.io/hotio/radarr:release', 'name radarr'],
  ['binhex/arch-qbittorrentvpn:5.0', 'name qbittorrentvpn'],
  ['arm64v8/redis:8', 'name redis'],
  ['public.ecr.aws/docker/library/redis:8', 'purl pkg:docker/redis'],
  ['mirror.gcr.io/library/nginx:1.29', 'purl pkg:docker/nginx'],
])('%s may be %s', (image, key) => {
  expect(keys(image)).toContain(key);
});

it('an image of somebody is not the product of its name, nor that of a repository of the same name', () => {
  expect([...new Set(keys('somebody/redis:8'))]).toEqual([
    'purl pkg:docker/somebody/redis',
    'identity purl:docker/somebody/redis',
  ]);
  expect(proposedKeys(component('somebody/redis:8'))).toEqual([{ kind: 'purl', value: 'pkg:github/somebody/redis' }]);
  expect(proposedKeys(component('ghcr.io/somebody/redis:8'))).toEqual([]);
});

it('the repository that a label names comes behind what somebody has made of it', () => {
  expect(keys('pihole/pihole:1', 'https://github.com/pi-hole/docker-pi-hole/tree/master').slice(-2)).toEqual([
    'identity purl:docker/pihole/pihole',
    'purl pkg:github/pi-hole/docker-pi-hole',
  ]);
});

it.each([
  ['project-web:8', false],
  ['somebody/thing:1', true],
  ['ghcr.io/somebody/thing:1', true],
  ['registry.home.lan/me/thing:1', false],
  ['registry.example.com/me/thing:1', false],
  ['localhost:5000/thing:1', false],
  ['ghcr.io.example.com/me/thing:1', false],
])('%s is public: %s', (image, expected) => {
  expect(isPublicImage(component(image).purl!)).toBe(expected);
});

import { imageToWrite } from '../../web/src/inventory/image-tag';

it.each([
  ['library/nginx', '1.30.1-alpine', '1.30.4', 'nginx:1.30.4-alpine'],
  ['prom/prometheus', 'v2.53.0', '2.54.0', 'prom/prometheus:v2.54.0'],
  ['gitea/gitea', '1.25.2', 'v1.25.3', 'gitea/gitea:1.25.3'],
  ['postgres', '16-alpine', '18.6', 'postgres:18-alpine'],
  // Nobody knows which tags there are.
  ['acme/api', '1.2.3-alpine3.20', '1.2.4', null],
  ['acme/api', 'latest', '1.2.4', null],
  ['acme/api', '1.2.3', '2026-01-01', null],
])('%s:%s with %s on offer: %s', (name, version, available, image) => {
  expect(imageToWrite({ name, version, purl: `pkg:docker/${name}` }, available)).toBe(image);
});

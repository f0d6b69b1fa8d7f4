import { createReadStream } from 'node:fs';
import { CatalogueImporter } from '../../src/source/catalogue/catalogue-importer';
import { ComponentMatcher } from '../../src/inventory/matching/component-matcher';
import { readInventory } from '../../src/inventory/reading';
import { startApp, type TestApp } from '../setup/app';
import { BUNDLED } from '../setup/process';

/** Packages of Debian, as `dpkg-query -W` prints them, and the product of the bundled catalogue and its version that they are. */
const PACKAGES: [line: string, product: string | null][] = [
  ['nginx 1.22.1-9+deb12u3', 'nginx 1.22.1'],
  ['redis-server 5:7.0.15-1~deb12u1', 'Redis 7.0.15'],
  ['postgresql-15 15.6-0+deb12u1', 'PostgreSQL 15.6'],
  ['openssl 3.0.11-1~deb12u2', 'OpenSSL 3.0.11'],
  ['curl 7.88.1-10+deb12u5', 'curl 7.88.1'],
  ['git 1:2.39.2-1.1', 'Git 2.39.2'],
  ['python3 3.11.2-1+b1', 'Python 3.11.2'],
  ['docker-ce 5:24.0.7-1~debian.12~bookworm', 'Docker Engine 24.0.7'],
  ['docker.io 20.10.24+dfsg1-1+b3', 'Docker Engine 20.10.24'],
  ['apache2 2.4.57-2', 'Apache HTTP Server 2.4.57'],
  ['mariadb-server 1:10.11.6-0+deb12u1', 'MariaDB 10.11.6'],
  ['nodejs 18.19.0+dfsg-6~deb12u2', 'Node.js 18.19.0'],
  ['linux-image-amd64 6.1.76-1', 'Linux Kernel 6.1.76'],
  ['grafana 11.2.0', 'Grafana 11.2.0'],
  ['php8.2 8.2.7-1~deb12u1', 'PHP 8.2.7'],
  ['vim 2:9.0.1378-2', 'Vim 9.0.1378'],
  ['openssh-server 1:9.2p1-2+deb12u2', null],
  ['haproxy 2.6.12-1', 'HAProxy 2.6.12'],
  ['gitlab-ce 16.9.1-ce.0', 'GitLab 16.9.1'],
  ['wireshark 4.0.11-1~deb12u1', 'Wireshark 4.0.11'],
  ['ffmpeg 7:5.1.4-0+deb12u1', 'FFmpeg 5.1.4'],
  ['vlc 3.0.20-0+deb12u1', 'VLC media player 3.0.20'],
  ['tomcat10 10.1.6-1', 'Apache Tomcat 10.1.6'],
  ['rabbitmq-server 3.10.8-1.1', 'RabbitMQ 3.10.8'],
  ['elasticsearch 8.12.2', 'Elasticsearch 8.12.2'],
  ['libreoffice 4:7.4.7-1+deb12u1', 'LibreOffice 7.4.7'],
  ['firefox-esr 115.8.0esr-1~deb12u1', 'Firefox 115.8.0esr'],
  ['openjdk-17-jre 17.0.10+7-1~deb12u1', null],
];

describe('packages of a distribution, with the bundled catalogue', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startApp();
    await test.app.get(CatalogueImporter).import(createReadStream(BUNDLED));
  });
  afterAll(() => test.close());

  it('are found by their source, or by the name of their project at Repology; what is not certain stays unknown', async () => {
    const text = PACKAGES.map(([line]) => line.replace(' ', '\t')).join('\n');
    const { components, format } = readInventory(Buffer.from(`${text}\n`));
    expect(format).toBe('dpkg');
    const found = await test.app.get(ComponentMatcher).match(test.database, components);
    const texts = found.map((one) =>
      one.state === 'matched' ? `${one.softwareName} ${one.label}` : one.state === 'unmatched' ? null : one,
    );
    expect(PACKAGES.map(([line], at) => [line, texts[at]])).toEqual(PACKAGES);
  });
});

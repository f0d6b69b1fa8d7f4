import { readInventory } from 'inventory-reader';
import { ComponentMatcher } from '../../src/lookup/matching/component-matcher';
import { useApp } from '../setup/app';
import { bundledLines } from '../setup/bundled';
import { atScale } from '../setup/scale';

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

/** Images as compose files name them, of each form of a name and a tag, and the product of the bundled catalogue that they are. */
const IMAGES: [image: string, product: string][] = [
  ['jellyfin/jellyfin:10.9.9', 'Jellyfin'],
  ['lscr.io/linuxserver/jellyfin:10.9.9ubu2404-ls25', 'Jellyfin'],
  ['ghcr.io/home-assistant/home-assistant:2024.8.1', 'Home Assistant'],
  ['pihole/pihole:2024.07.0', 'Pi-hole'],
  ['vaultwarden/server:1.31.0', 'Vaultwarden'],
  ['ghcr.io/immich-app/immich-server:v1.112.1', 'Immich'],
  ['eclipse-mosquitto:2.0.18', 'Eclipse Mosquitto'],
  ['ghcr.io/paperless-ngx/paperless-ngx:2.11.4', 'Paperless-ngx'],
  ['adguard/adguardhome:v0.107.52', 'AdGuard Home'],
  ['jc21/nginx-proxy-manager:2.11.3', 'Nginx Proxy Manager'],
  ['grafana/grafana-oss:11.1.0', 'Grafana'],
  ['quay.io/prometheus/prometheus:v2.53.0', 'Prometheus'],
  ['nginx:1.27.0', 'nginx'],
  ['nginxinc/nginx-unprivileged:1.27.0', 'nginx'],
  ['httpd:2.4.62', 'Apache HTTP Server'],
  ['traefik:v3.1.2', 'Traefik'],
  ['postgres:16.4-alpine', 'PostgreSQL'],
  ['mariadb:11.4.2', 'MariaDB'],
  ['mongo:7.0.12', 'MongoDB Server'],
  ['rabbitmq:3.13.6-management', 'RabbitMQ'],
  ['docker.elastic.co/elasticsearch/elasticsearch:8.15.0', 'Elasticsearch'],
  ['docker.elastic.co/kibana/kibana:8.15.0', 'Kibana'],
  ['quay.io/keycloak/keycloak:26.5.7', 'Keycloak'],
  ['ghcr.io/goauthentik/server:2024.6.3', 'authentik'],
  ['hashicorp/vault:1.17.3', 'Hashicorp Vault'],
  ['gitlab/gitlab-ce:17.2.2-ce.0', 'GitLab'],
  ['codeberg.org/forgejo/forgejo:8.0.1', 'Forgejo'],
  ['sonarqube:10.6.0-community', 'SonarQube Community Build'],
  ['nextcloud:29.0.4', 'Nextcloud'],
  ['wordpress:6.6.1', 'WordPress'],
  ['mattermost/mattermost-team-edition:9.11.0', 'Mattermost'],
  ['roundcube/roundcubemail:1.6.8-apache', 'Roundcube Webmail'],
  ['zabbix/zabbix-server-pgsql:alpine-7.0.2', 'Zabbix'],
  ['quay.io/argoproj/argocd:v2.12.0', 'Argo CD'],
  ['quay.io/jetstack/cert-manager-controller:v1.15.2', 'cert-manager'],
  ['registry.k8s.io/kube-apiserver:v1.31.0', 'Kubernetes'],
  ['quay.io/coreos/etcd:v3.5.15', 'etcd'],
  ['python:3.12.5-slim', 'Python'],
  ['node:22.6.0', 'Node.js'],
  ['php:8.3.10-fpm', 'PHP'],
  ['eclipse-temurin:21.0.4_7-jre', 'Eclipse Temurin'],
  ['mcr.microsoft.com/dotnet/aspnet:8.0.8', 'Microsoft .NET'],
  ['mcr.microsoft.com/mssql/server:2022-CU14-ubuntu-22.04', 'Microsoft SQL Server'],
  ['alpine:3.20.2', 'Alpine Linux'],
  ['rockylinux:9.3', 'Rocky Linux'],
  ['cloudflare/cloudflared:2024.8.2', 'cloudflared'],
];

describe('the bundled catalogue', () => {
  const test = useApp();

  beforeAll(async () => {
    // Of the versions it matters only how their labels are written.
    const few = atScale(8, Infinity);
    const records = bundledLines().map((line) => JSON.parse(line) as { versions?: object[] });
    await test.import(...records.map((record) => ({ ...record, versions: (record.versions ?? []).slice(0, few) })));
  });

  const match = (lines: string[], format: string) => {
    const inventory = readInventory(Buffer.from(`${lines.join('\n')}\n`));
    expect(inventory.format).toBe(format);
    return test.app.get(ComponentMatcher).match(test.database, inventory.components);
  };

  it('knows images by their names', async () => {
    const matches = await match(
      IMAGES.map(([image]) => image),
      'docker-ps',
    );
    const found = matches.map((one) => {
      if ('softwareName' in one) return one.softwareName;
      // Pi-hole's image has the day of its build, and Pi-hole the number of its core.
      if (one.state === 'unmatched' && one.isProduct) return one.nearest?.name;
      return `${one.state}: ${'reason' in one ? one.reason : ''}`;
    });
    expect(found).toEqual(IMAGES.map(([, product]) => product));
  });

  it('knows packages of a distribution by their source, or by the name of their project at Repology; what is not certain stays unknown', async () => {
    const matches = await match(
      PACKAGES.map(([line]) => line.replace(' ', '\t')),
      'dpkg',
    );
    const found = matches.map((one) =>
      one.state === 'matched' ? `${one.softwareName} ${one.label}` : one.state === 'unmatched' ? null : one,
    );
    expect(PACKAGES.map(([line], at) => [line, found[at]])).toEqual(PACKAGES);
  });
});

import { createReadStream } from 'node:fs';
import { CatalogueImporter } from '../../src/source/catalogue/catalogue-importer';
import { BUNDLED } from '../../src/source/catalogue/catalogue-refresh';
import { ComponentMatcher } from '../../src/inventory/matching/component-matcher';
import { readInventory } from '../../src/inventory/reading';
import { useApp } from '../setup/app';

/** Images as compose files name them, and the product of the bundled catalogue that they are. */
const IMAGES: [image: string, product: string][] = [
  ['jellyfin/jellyfin:10.9.9', 'Jellyfin'],
  ['lscr.io/linuxserver/jellyfin:10.9.9ubu2404-ls25', 'Jellyfin'],
  ['ghcr.io/home-assistant/home-assistant:2024.8.1', 'Home Assistant'],
  ['pihole/pihole:2024.07.0', 'Pi-hole'],
  ['louislam/uptime-kuma:1.23.13', 'Uptime Kuma'],
  ['vaultwarden/server:1.31.0', 'Vaultwarden'],
  ['ghcr.io/immich-app/immich-server:v1.112.1', 'Immich'],
  ['gitea/gitea:1.22.1', 'Gitea'],
  ['eclipse-mosquitto:2.0.18', 'Eclipse Mosquitto'],
  ['ghcr.io/paperless-ngx/paperless-ngx:2.11.4', 'Paperless-ngx'],
  ['lscr.io/linuxserver/sonarr:4.0.8', 'Sonarr'],
  ['lscr.io/linuxserver/prowlarr:1.21.2', 'Prowlarr'],
  ['adguard/adguardhome:v0.107.52', 'AdGuard Home'],
  ['jc21/nginx-proxy-manager:2.11.3', 'Nginx Proxy Manager'],
  ['portainer/portainer-ce:2.21.0', 'Portainer'],
  ['freshrss/freshrss:1.24.2', 'FreshRSS'],
  ['miniflux/miniflux:2.1.4', 'Miniflux'],
  ['deluan/navidrome:0.52.5', 'Navidrome'],
  ['ghcr.io/advplyr/audiobookshelf:2.12.3', 'Audiobookshelf'],
  ['n8nio/n8n:1.54.4', 'n8n'],
  ['ghcr.io/open-webui/open-webui:v0.3.12', 'Open-WebUI'],
  ['ollama/ollama:0.3.5', 'Ollama'],
  ['grafana/grafana:11.1.0', 'Grafana'],
  ['grafana/grafana-oss:11.1.0', 'Grafana'],
  ['grafana/loki:3.1.0', 'Grafana Loki'],
  ['prom/prometheus:v2.53.0', 'Prometheus'],
  ['quay.io/prometheus/prometheus:v2.53.0', 'Prometheus'],
  ['nginx:1.27.0', 'nginx'],
  ['nginxinc/nginx-unprivileged:1.27.0', 'nginx'],
  ['httpd:2.4.62', 'Apache HTTP Server'],
  ['caddy:2.8.4', 'Caddy'],
  ['traefik:v3.1.2', 'Traefik'],
  ['haproxy:3.0.3', 'HAProxy'],
  ['envoyproxy/envoy:v1.31.0', 'Envoy'],
  ['postgres:16.4-alpine', 'PostgreSQL'],
  ['mariadb:11.4.2', 'MariaDB'],
  ['mysql:8.4.2', 'MySQL'],
  ['mongo:7.0.12', 'MongoDB Server'],
  ['redis:7.4.0', 'Redis'],
  ['valkey/valkey:8.0.0', 'Valkey'],
  ['memcached:1.6.29', 'Memcached'],
  ['rabbitmq:3.13.6-management', 'RabbitMQ'],
  ['apache/kafka:3.8.0', 'Apache Kafka'],
  ['clickhouse/clickhouse-server:24.8', 'ClickHouse'],
  ['influxdb:2.7.9', 'InfluxDB'],
  ['telegraf:1.31.3', 'Telegraf'],
  ['elasticsearch:8.15.0', 'Elasticsearch'],
  ['docker.elastic.co/elasticsearch/elasticsearch:8.15.0', 'Elasticsearch'],
  ['docker.elastic.co/kibana/kibana:8.15.0', 'Kibana'],
  ['opensearchproject/opensearch:2.16.0', 'OpenSearch'],
  ['neo4j:5.22.0', 'Neo4j'],
  ['cassandra:5.0.0', 'Apache Cassandra'],
  ['quay.io/keycloak/keycloak:26.5.7', 'Keycloak'],
  ['ghcr.io/goauthentik/server:2024.6.3', 'authentik'],
  ['hashicorp/vault:1.17.3', 'Hashicorp Vault'],
  ['hashicorp/consul:1.19.1', 'Hashicorp Consul'],
  ['openbao/openbao:2.0.0', 'OpenBao'],
  ['gitlab/gitlab-ce:17.2.2-ce.0', 'GitLab'],
  ['gitlab/gitlab-runner:v17.2.1', 'GitLab Runner'],
  ['codeberg.org/forgejo/forgejo:8.0.1', 'Forgejo'],
  ['jenkins/jenkins:2.462.1', 'Jenkins'],
  ['sonatype/nexus3:3.71.0', 'Nexus Repository'],
  ['sonarqube:10.6.0-community', 'SonarQube Community Build'],
  ['nextcloud:29.0.4', 'Nextcloud'],
  ['wordpress:6.6.1', 'WordPress'],
  ['drupal:11.0.1', 'Drupal'],
  ['joomla:5.1.2', 'Joomla!'],
  ['mediawiki:1.42.1', 'MediaWiki'],
  ['matomo:5.1.0', 'Matomo'],
  ['mattermost/mattermost-team-edition:9.11.0', 'Mattermost'],
  ['rocketchat/rocket.chat:6.11.0', 'Rocket.Chat'],
  ['ghcr.io/mastodon/mastodon:v4.2.10', 'Mastodon'],
  ['roundcube/roundcubemail:1.6.8-apache', 'Roundcube Webmail'],
  ['phpmyadmin:5.2.1', 'phpMyAdmin'],
  ['getmeili/meilisearch:v1.9.0', 'Meilisearch'],
  ['graylog/graylog:6.0.5', 'Graylog'],
  ['zabbix/zabbix-server-pgsql:alpine-7.0.2', 'Zabbix'],
  ['quay.io/argoproj/argocd:v2.12.0', 'Argo CD'],
  ['jaegertracing/all-in-one:1.60', 'Jaeger'],
  ['quay.io/jetstack/cert-manager-controller:v1.15.2', 'cert-manager'],
  ['rancher/rancher:v2.9.0', 'Rancher'],
  ['registry.k8s.io/kube-apiserver:v1.31.0', 'Kubernetes'],
  ['quay.io/coreos/etcd:v3.5.15', 'etcd'],
  ['python:3.12.5-slim', 'Python'],
  ['node:22.6.0', 'Node.js'],
  ['golang:1.23.0', 'Go'],
  ['php:8.3.10-fpm', 'PHP'],
  ['ruby:3.3.4', 'Ruby'],
  ['rust:1.80.1', 'Rust'],
  ['eclipse-temurin:21.0.4_7-jre', 'Eclipse Temurin'],
  ['mcr.microsoft.com/dotnet/aspnet:8.0.8', 'Microsoft .NET'],
  ['mcr.microsoft.com/mssql/server:2022-CU14-ubuntu-22.04', 'Microsoft SQL Server'],
  ['alpine:3.20.2', 'Alpine Linux'],
  ['debian:12.6', 'Debian'],
  ['ubuntu:24.04', 'Ubuntu'],
  ['rockylinux:9.3', 'Rocky Linux'],
  ['tomcat:10.1.28', 'Apache Tomcat'],
  ['solr:9.6.1', 'Apache Solr'],
  ['renovate/renovate:38.39.0', 'Renovate CLI'],
  ['aquasec/trivy:0.54.1', 'Trivy'],
  ['cloudflare/cloudflared:2024.8.2', 'cloudflared'],
  ['syncthing/syncthing:1.27.10', 'Syncthing'],
  ['ollama/ollama:0.3.6', 'Ollama'],
  ['rclone/rclone:1.67.0', 'Rclone'],
];

describe('the image of a bundled product', () => {
  const test = useApp();

  beforeAll(async () => {
    for (const file of BUNDLED) await test.app.get(CatalogueImporter).import(createReadStream(file));
  });

  it('is known by its name', async () => {
    const { components } = readInventory(Buffer.from(IMAGES.map(([image]) => `${image}\n`).join('')), {
      format: 'docker-ps',
    });
    const matches = await test.app.get(ComponentMatcher).match(test.database, components);
    const found = matches.map((match) => {
      if ('softwareName' in match) return match.softwareName;
      // Pi-hole's image has the day of its build, and Pi-hole the number of its core.
      if (match.state === 'unmatched' && match.isProduct) return match.nearest?.name;
      return `${match.state}: ${'reason' in match ? match.reason : ''}`;
    });
    expect(found).toEqual(IMAGES.map(([, product]) => product));
  });
});

interface Sample {
  body?: unknown;
  headers?: Record<string, string>;
  /** That it says. */
  version: string;
}

/** Answers of the shape that the page of each preset shows. */
export const SAMPLES: Record<string, Sample> = {
  'adguard-home': { body: { protection_enabled: true, version: 'v0.107.47', language: 'en' }, version: 'v0.107.47' },
  alertmanager: { body: { cluster: { status: 'ready' }, versionInfo: { version: '0.27.0' } }, version: '0.27.0' },
  'argo-cd': { body: { Version: 'v2.9.3+6eba5be', Platform: 'linux/amd64' }, version: 'v2.9.3' },
  audiobookshelf: { body: { app: 'audiobookshelf', serverVersion: '2.17.5', isInit: true }, version: '2.17.5' },
  authentik: {
    body: { version_current: '2024.10.4', version_latest: '2024.12.1', outdated: true },
    version: '2024.10.4',
  },
  consul: { body: { Config: { Datacenter: 'dc1', Server: true, Version: '1.18.1' } }, version: '1.18.1' },
  docker: { body: { Version: '28.1.1', ApiVersion: '1.49', MinAPIVersion: '1.24' }, version: '28.1.1' },
  elasticsearch: { body: { name: 'n1', version: { number: '8.15.0', build_flavor: 'default' } }, version: '8.15.0' },
  etcd: { body: { etcdserver: '3.5.15', etcdcluster: '3.5.0' }, version: '3.5.15' },
  'firefly-iii': { body: { data: { version: '6.1.21', api_version: '2.1.0' } }, version: '6.1.21' },
  forgejo: { body: { version: '11.0.1+gitea-1.22.0' }, version: '11.0.1' },
  gitea: { body: { version: '1.22.3' }, version: '1.22.3' },
  gitlab: { body: { version: '18.1.1-ee', revision: 'ceb07b24cb0', enterprise: true }, version: '18.1.1' },
  gotify: { body: { version: '2.6.1', commit: 'ae9512b6b6fe', buildDate: '2024-10-12' }, version: '2.6.1' },
  grafana: { body: { commit: '087143285', database: 'ok', version: '11.3.0' }, version: '11.3.0' },
  'home-assistant': { body: { location_name: 'Home', version: '2026.4.0', state: 'RUNNING' }, version: '2026.4.0' },
  immich: { body: { version: 'v1.120.0', licensed: false, nodejs: 'v20.18.0' }, version: 'v1.120.0' },
  influxdb: { body: { name: 'influxdb', status: 'pass', checks: [], version: 'v2.7.10' }, version: 'v2.7.10' },
  jellyfin: { body: { ServerName: 'tv', Version: '10.10.3', ProductName: 'Jellyfin Server' }, version: '10.10.3' },
  jenkins: { body: {}, headers: { 'x-jenkins': '2.479.1' }, version: '2.479.1' },
  keycloak: { body: { systemInfo: { version: '26.4.1', serverTime: 'now' }, themes: {} }, version: '26.4.1' },
  kubernetes: { body: { major: '1', minor: '31', gitVersion: 'v1.31.2+k3s1' }, version: 'v1.31.2' },
  lidarr: { body: { appName: 'Lidarr', version: '2.7.1.4417' }, version: '2.7.1.4417' },
  linkding: { body: { version: '1.36.0', status: 'healthy' }, version: '1.36.0' },
  loki: { body: { version: '3.2.1', revision: '3c7cc0c', branch: 'HEAD' }, version: '3.2.1' },
  mastodon: { body: { domain: 'mastodon.example', title: 'Mastodon', version: '4.3.1' }, version: '4.3.1' },
  mealie: { body: { production: true, version: 'v2.2.0', demoStatus: false }, version: 'v2.2.0' },
  meilisearch: { body: { commitSha: 'b46889b5', pkgVersion: '1.11.3' }, version: '1.11.3' },
  nextcloud: { body: { installed: true, version: '30.0.4.1', versionstring: '30.0.4' }, version: '30.0.4' },
  nomad: { body: { config: {}, member: { Name: 'n1', Tags: { role: 'nomad', build: '1.8.2' } } }, version: '1.8.2' },
  octoprint: { body: { api: '0.1', server: '1.10.2', text: 'OctoPrint 1.10.2' }, version: '1.10.2' },
  'paperless-ngx': { body: {}, headers: { 'x-version': '2.13.5', 'x-api-version': '6' }, version: '2.13.5' },
  'pi-hole': {
    body: {
      version: { core: { local: { branch: 'master', version: 'v6.0.4' }, remote: { version: 'v6.1' } } },
      took: 0,
    },
    version: 'v6.0.4',
  },
  portainer: { body: { Version: '2.21.4', InstanceID: '299ab403' }, version: '2.21.4' },
  prometheus: { body: { status: 'success', data: { version: '3.0.0', revision: 'cb7cbad5' } }, version: '3.0.0' },
  prowlarr: { body: { appName: 'Prowlarr', version: '1.27.0.4852' }, version: '1.27.0.4852' },
  'proxmox-ve': { body: { data: { version: '8.2.7', release: '8.2', repoid: '3e0176e6' } }, version: '8.2.7' },
  radarr: { body: { appName: 'Radarr', version: '5.14.0.9383' }, version: '5.14.0.9383' },
  sonarr: { body: { appName: 'Sonarr', version: '4.0.11.2680' }, version: '4.0.11.2680' },
  synapse: { body: { server: { name: 'Synapse', version: '1.119.0' } }, version: '1.119.0' },
  syncthing: { body: { arch: 'amd64', os: 'linux', version: 'v1.28.1' }, version: 'v1.28.1' },
  traefik: { body: { Version: '3.2.1', Codename: 'munster' }, version: '3.2.1' },
  'uptime-kuma': {
    body: `# HELP app_version The service version by package.json
# TYPE app_version gauge
app_version{version="1.23.13",major="1",minor="23",patch="13"} 1
monitor_status{monitor_name="a",monitor_type="http"} 1`,
    version: '1.23.13',
  },
  vault: { body: { type: 'shamir', sealed: false, version: '1.18.2' }, version: '1.18.2' },
  vaultwarden: { body: '"1.32.5"', version: '1.32.5' },
  vikunja: { body: { version: 'v0.24.5', frontend_url: 'https://todo.example.org/' }, version: 'v0.24.5' },
};

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compared, readIdentifier, readInventory } from 'inventory-reader';
import { productKeys } from 'address-reader';
import { BUNDLED } from '../../../src/source/catalogue/catalogue-refresh';
import { bundledLines } from '../../setup/bundled';

interface Product {
  identity: { kind: string; id: string };
  identifiers?: { type: string; value: string }[];
}

/** Images as application stores for home servers name them, and the product that has them among its identifiers. */
const IMAGES: [image: string, identity: string][] = [
  ['adguard/adguardhome:v0.107.79', 'selfhosted:adguard-home'],
  ['ghcr.io/seanmorley15/adventurelog-frontend:v0.13.0', 'selfhosted:adventurelog'],
  ['ghcr.io/baosystems/postgis:15-3.5', 'project:postgis'],
  ['filebrowser/filebrowser:v2.21.1', 'selfhosted:filebrowser'],
  ['ghcr.io/aalmenar/baikal:0.11.1-nginx', 'homelab:baikal'],
  ['alpine:3.22.1', 'endoflife:alpine-linux'],
  ['ghcr.io/blockdyor/bassin-ui:8dd4962', 'stores:bassin'],
  ['ghcr.io/bffless/ce-nginx:umbrel', 'stores:bffless'],
  ['blinkospace/blinko:1.8.8', 'selfhosted:blinko'],
  ['bluewalletorganization/lndhub:v1.4.1', 'stores:lndhub'],
  ['getumbrel/btc-rpc-explorer:v3.5.1', 'stores:btc-rpc-explorer'],
  ['nicolasdorier/nbxplorer:2.6.10', 'project:nbxplorer'],
  ['budibase/budibase:3.41.3', 'selfhosted:budibase'],
  ['dirtmcgrit/chainforensics-web:1.2.0', 'stores:chainforensics-umbrel'],
  ['ghcr.io/radiokot/umbrel-cloudflared-connector:1.0.1-cf.2026.7.3', 'stores:umbrel-cloudflared'],
  ['ghcr.io/9001/copyparty-ac:1.20.21', 'selfhosted:copyparty'],
  ['elementsproject/lightningd:v26.06.6', 'project:core-lightning'],
  ['balzack/databag:0.1.18', 'selfhosted:databag'],
  ['ghcr.io/karamble/dcrpulse-dcrd:2.1.3', 'project:dcrd'],
  ['ghcr.io/karamble/dcrpulse-dcrwallet:2.1.3', 'project:dcrwallet'],
  ['ghcr.io/karamble/dcrpulse-dashboard:1.0.3', 'stores:dcrpulse'],
  ['ghcr.io/retropex/custom-dashboard-ocean:v2.0.4', 'stores:deepsea-dashboard'],
  ['docuseal/docuseal:3.2.1', 'selfhosted:docuseal'],
  ['lissy93/domain-locker:0.2.0', 'selfhosted:domain-locker'],
  ['voidic/dtan-server:v0.2.0', 'stores:dtan-server'],
  ['lukechilds/electrumx:v1.16.0', 'project:electrumx'],
  ['ghcr.io/mauricewipf/fizzy-umbrel:5f45e54', 'stores:fizzy'],
  ['codeberg.org/forgejo/forgejo:16.0.3-rootless', 'endoflife:forgejo'],
  ['cculianu/fulcrum:v2.1.2', 'stores:fulcrum'],
  ['ghcr.io/gobrrrme/gobrrr-ckpool:v1.2.1', 'stores:gobrrr-pool'],
  ['mongo:8.0.11', 'endoflife:mongodb'],
  ['linuxserver/heimdall:2.8.2', 'selfhosted:heimdall'],
  ['podcastindexorg/podcasting20-helipad:0.2.2', 'stores:helipad'],
  ['ghcr.io/getumbrel/hermes-agent-umbrel:v2026.8.18', 'stores:hermes-agent'],
  ['ghcr.io/sysadminsmedia/homebox:0.26.2', 'selfhosted:homebox-sysadminsmedia'],
  ['ghcr.io/immich-app/immich-server:v3.1.0', 'selfhosted:immich'],
  ['valkey/valkey:8-bookworm', 'endoflife:valkey'],
  ['influxdb:2.9.1-alpine', 'endoflife:influxdb'],
  ['quay.io/invidious/invidious-companion:master-6c76cab', 'project:invidious-companion'],
  ['ghcr.io/kittendevv/invio-backend:v2.2.0', 'stores:invio'],
  ['ghcr.io/seerr-team/seerr:v3.4.1', 'selfhosted:seerr'],
  ['ghcr.io/1440000bytes/joinstr-web:0.1.2', 'stores:joinstr'],
  ['codeberg.org/highghlow/just-download:v1.0.9', 'stores:just-download'],
  ['ghcr.io/kiwix/kiwix-serve:3.8.2', 'selfhosted:kiwix-serve'],
  ['bitcoinscala/oracle-server-ui:1.9.7', 'stores:bitcoin-s'],
  ['ceramicwhite/libreddit:0.22.9', 'stores:libreddit'],
  ['reallibrephotos/librephotos-proxy:2026w14', 'selfhosted:librephotos'],
  ['lightninglabs/lnd:v0.21.2-beta', 'project:lnd'],
  ['linkstackorg/linkstack:latest', 'selfhosted:linkstack'],
  ['ghcr.io/linkwarden/linkwarden:v2.16.1', 'selfhosted:linkwarden'],
  ['ghcr.io/getumbrel/llama-gpt-api:1.0.1', 'stores:llama-gpt'],
  ['niteshbalusu/lndboss:2.19.1', 'stores:lndboss'],
  ['paradedb/paradedb:0.22.3-pg17', 'project:paradedb'],
  ['ghcr.io/searxng/searxng:2026.4.22-74f1ca203', 'selfhosted:searxng'],
  ['ghcr.io/mealie-recipes/mealie:v3.23.1', 'selfhosted:mealie'],
  ['neosmemo/memos:0.30.0', 'selfhosted:memos'],
  ['ghcr.io/alexta69/metube:2026.08.20', 'selfhosted:metube'],
  ['ghcr.io/danvergara/morphos-server:0.6.0', 'stores:morphos'],
  ['deluan/navidrome:0.63.2', 'selfhosted:navidrome-music-server'],
  ['nocodb/nocodb:2026.08.1', 'selfhosted:nocodb'],
  ['getumbrel/nostr-rs-relay:0.8.1', 'project:nostr-rs-relay'],
  ['ghcr.io/mmalmi/nostr-vpn-umbrel:v4.1.8', 'stores:nostr-vpn'],
  ['octoprint/octoprint:1.11.8', 'selfhosted:octoprint'],
  ['iib0011/omni-tools:0.6.0', 'selfhosted:omnitools'],
  ['ghcr.io/getumbrel/openclaw-umbrel:2026.7.1-2', 'stores:openclaw'],
  ['docker:28.0.4-dind', 'endoflife:docker-engine'],
  ['nmfretz/ord:0.27.1', 'stores:ord'],
  ['ghcr.io/paperless-ngx/paperless-ngx:3.0.5', 'selfhosted:paperless-ngx'],
  ['docker.io/gotenberg/gotenberg:7.10', 'selfhosted:gotenberg'],
  ['ghcr.io/papra-hq/papra:26.6.1-rootless', 'selfhosted:papra'],
  ['rabbitcompany/passky-server:8.1.8', 'stores:passky-server'],
  ['ghcr.io/peerloomllc/pearcircle-seeder:1.1.0', 'stores:pearcircle'],
  ['itzcrazykns1337/vane:v1.12.2', 'selfhosted:vane'],
  ['ghcr.io/kieraneglin/pinchflat:v2025.6.6', 'selfhosted:pinchflat'],
  ['alpine/minio:RELEASE.2025-10-15T17-29-55Z', 'landscape:minio'],
  ['makeplane/plane-backend:v1.4.1', 'selfhosted:plane'],
  ['ghcr.io/plankanban/planka:2.2.1', 'selfhosted:planka'],
  ['clickhouse/clickhouse-server:24.12-alpine', 'endoflife:clickhouse'],
  ['ghcr.io/plausible/community-edition:v3.2.1', 'selfhosted:plausible-analytics'],
  ['ghcr.io/hotio/qbittorrent:release-5.2.3', 'winget:qBittorrent.qBittorrent'],
  ['datarhei/restreamer:2.12.0', 'selfhosted:restreamer'],
  ['rommapp/romm:5.2.0', 'selfhosted:romm'],
  ['kaspanet/rusty-kaspad:v2.0.1', 'stores:rusty-kaspa'],
  ['patranakamo/saifa-be:v1.3.3', 'stores:saifa-be'],
  ['calvadev/shopstr:v0.7.5', 'stores:shopstr'],
  ['jensgertsen/sparkkiosk:v1.0.0', 'stores:sparkkiosk'],
  ['johannesjo/super-productivity:v18.19.0', 'selfhosted:super-productivity'],
  ['toshimoto821/toshi-moto:1.37.3', 'stores:toshi-moto'],
  ['linuxserver/transmission:4.1.3', 'winget:Transmission.Transmission'],
  ['louislam/uptime-kuma:2.5.0', 'homelab:uptimekuma'],
  ['aceberg/watchyourlan:2.1.4', 'selfhosted:watchyourlan'],
  ['journeyapps/powersync-service:1.22.0', 'project:powersync'],
  ['benbusby/whoogle-search:1.2.4', 'stores:whoogle-search'],
  ['linuxserver/wikijs:2.5.314', 'selfhosted:wiki.js'],
  ['woofbot/woofbot:v0.9.8', 'stores:woofbotapp'],
  ['ghcr.io/goauthentik/server:2026.8.0', 'endoflife:authentik'],
  ['calcom/cal.com:v6.2.0', 'stores:cal.com'],
  ['ghcr.io/joshuaavalon/cloudflare-ddns:3.3.0', 'stores:joshuaavalon-cloudflare-ddns'],
  ['crowdsecurity/crowdsec:v1.7.8', 'project:crowdsec'],
  ['metabase/metabase', 'selfhosted:metabase'],
  ['ghcr.io/blacktirion/email-oauth2-proxy-docker:2026.01.06', 'stores:email-oauth2-proxy'],
  ['lscr.io/linuxserver/emulatorjs:1.9.2', 'stores:linuxserver-emulatorjs'],
  ['machines/filestash:latest', 'selfhosted:filestash'],
  ['jbbodart/gandi-livedns:latest', 'stores:gandi-livedns'],
  ['superseriousbusiness/gotosocial:0.22.1', 'selfhosted:gotosocial'],
  ['quay.io/invidious/inv-sig-helper:latest', 'project:inv-sig-helper'],
  ['ghcr.io/home-assistant-libs/python-matter-server:8.1.0', 'homelab:matter-server'],
  ['mongo-express:1.0.2', 'project:mongo-express'],
  ['nextcloud:34.0.2', 'endoflife:nextcloud'],
  ['drakkarsoftware/octobot:2.1.13', 'selfhosted:octobot'],
  ['owncast/owncast:0.2.5', 'selfhosted:owncast'],
  ['ghcr.io/shlinkio/shlink:5.1.5', 'selfhosted:shlink'],
  ['b3log/siyuan:v3.8.1', 'selfhosted:siyuan'],
  ['lscr.io/linuxserver/speedtest-tracker:1.15.0', 'selfhosted:speedtest-tracker'],
  ['baldissaramatheus/tasks.md:3.3.0', 'selfhosted:tasks.md'],
  ['tooljet/tooljet-client-ce:v2.4.2', 'selfhosted:tooljet'],
  ['humenius/traefik-certs-dumper:1.6.1-alpine', 'stores:traefik-certs-dumper'],
  ['josh5/unmanic:staging', 'stores:unmanic'],
  ['ghcr.io/wekan/wekan:v10.99', 'selfhosted:wekan'],
  ['yooooomi/your_spotify_client:1.20.0', 'selfhosted:your-spotify'],
  ['ghcr.io/diced/zipline:4.7.0', 'selfhosted:zipline'],
  ['ghcr.io/immich-app/immich-machine-learning:v3.1.0', 'selfhosted:immich'],
  ['penpotapp/mcp:2.17.1', 'selfhosted:penpot'],
  ['ghcr.io/seanmorley15/adventurelog-backend:v0.13.0', 'selfhosted:adventurelog'],
  ['makeplane/plane-live:v1.4.1', 'selfhosted:plane'],
  ['docker.io/library/postgres:17', 'endoflife:postgresql'],
  ['zabbix/zabbix-agent2:7.4.13-alpine', 'endoflife:zabbix'],
];

const IMAGE = /^pkg:(?:docker|oci)\//;

/** Of every image that a product has, as it is compared, the products that have it. */
const owners = new Map<string, string[]>();
let productsWithImages = 0;
let names = 0;
for (const line of bundledLines()) {
  const { identity, identifiers = [] } = JSON.parse(line) as Product;
  const images = identifiers.filter(({ value }) => IMAGE.test(value));
  const values = new Set(images.map(({ type, value }) => compared(readIdentifier(type, value)).value));
  if (values.size > 0) productsWithImages++;
  names += values.size;
  for (const value of values) owners.set(value, [...(owners.get(value) ?? []), `${identity.kind}:${identity.id}`]);
}

describe('the images of the bundled catalogue', () => {
  it('belong to one product each', () => {
    expect([...owners].filter(([, products]) => products.length > 1)).toEqual([]);
  });

  it('are written as they are compared with those of an inventory', () => {
    expect([...owners.keys()].filter((value) => value !== value.toLowerCase())).toEqual([]);
  });

  it('are as many as their description says', () => {
    const readme = readFileSync(join(dirname(BUNDLED[0]!), 'README.md'), 'utf8');
    const number = (count: number) => count.toLocaleString('en');
    expect(readme).toContain(`${number(names)} names of container images of ${number(productsWithImages)} products`);
  });

  it('tell which product an image of an application store is', () => {
    const { components } = readInventory(Buffer.from(IMAGES.map(([image]) => `${image}\n`).join('')));
    const found = components.map((component) =>
      productKeys(component)
        .flat()
        .filter(({ kind }) => kind === 'purl')
        .flatMap(({ value }) => owners.get(value) ?? []),
    );
    expect(found.map((identities, at) => [IMAGES[at]![0], ...new Set(identities)])).toEqual(IMAGES);
  });
});

import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { baseUrl, boolean, duration, integer, oneOf, partsOf, type Shape, text, type Variable } from './variable';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const origins: Shape<string[] | '*'> = {
  parse: (value) => {
    if (value === '*') return '*';
    const parts = partsOf(value);
    return parts.every((part) => baseUrl.parse(part) === part && new URL(part).origin === part) ? parts : null;
  },
  expected: 'a list of origins such as https://app.example.org, or *',
  value: 'list of origins, or `*`',
};

const isProxy = (part: string) =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(part) || isIP(part) > 0 || ipaddr.isValidCIDR(part);

const proxies: Shape<false | number | string[]> = {
  parse: (value) => {
    if (/^(false|0)$/i.test(value)) return false;
    if (/^\d{1,2}$/.test(value)) return Number(value);
    const parts = partsOf(value);
    return parts.every(isProxy) ? parts : null;
  },
  expected: 'a number of hops, or a list of addresses, CIDRs, loopback, linklocal, uniquelocal',
  value: 'number of hops, or a list of addresses, CIDRs, `loopback`, `linklocal`, `uniquelocal`',
};

const commit: Shape<string> = {
  parse: (value) => (/^[0-9a-f]{7,64}$/.test(value) ? value : null),
  expected: 'a commit id',
  value: 'commit id',
};

/** More than anybody needs; each is code that runs here. */
const MOST_PLUGINS = 32;
const PLUGIN = /^(?:\.\/[^,\0]{1,255}|(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*)$/;

const plugins: Shape<string[]> = {
  parse: (value) => {
    const parts = partsOf(value);
    const areKnown = parts.every((part) => part.length <= 257 && PLUGIN.test(part));
    return areKnown && parts.length <= MOST_PLUGINS && new Set(parts).size === parts.length ? parts : null;
  },
  expected: `a list of up to ${MOST_PLUGINS} different names of packages, or folders that begin with ./`,
  value: 'list of names of packages, or of folders that begin with `./`',
};

export const SERVER_VARIABLES = {
  PORT: { ...integer(0, 65_535), default: '3000', description: 'Port to listen on.' },
  OPERATIONS_PORT: {
    ...integer(0, 65_535),
    default: null,
    unset: '`PORT`',
    description:
      'Port for [health and metrics](monitoring.md#health) alone, on the same `HOST`. `PORT` then answers 404 to them.',
  },
  HOST: { ...text, default: '127.0.0.1', description: 'Address to listen on; `0.0.0.0` for all interfaces.' },
  PUBLIC_URL: {
    ...baseUrl,
    default: null,
    unset: "the request's own origin",
    description:
      'Origin of all links, such as `https://updates.example.org`. Set it if you send notifications: a mail has no request to take it from.',
  },
  CORS_ORIGINS: {
    ...origins,
    default: null,
    unset: 'none',
    description:
      'Origins whose pages may call the API from a browser, comma-separated, or `*` for all. See [browsers and caches](scaling.md#browsers-and-caches).',
  },
  TRUST_PROXY: {
    ...proxies,
    default: null,
    unset: 'none',
    absent: false,
    description:
      'Proxies whose `X-Forwarded-*` headers are trusted. See [load balancers](scaling.md#restart-without-losing-a-request).',
  },
  SHUTDOWN_DELAY: {
    ...duration({ longest: '5m' }),
    default: null,
    unset: 'no delay',
    absent: 0,
    description:
      'How long to keep serving after `SIGTERM`, while readiness fails, so that a [load balancer](scaling.md#restart-without-losing-a-request) can notice.',
  },
  KEEP_ALIVE: {
    ...duration({ longest: '1h' }),
    default: '75s',
    description: "How long to keep an idle client connection open. Must exceed the load balancer's own idle timeout.",
  },
  BODY_TIMEOUT: {
    ...duration({ longest: '1h' }),
    default: '1m',
    description: 'Time limit for receiving a request body. A catalogue upload has an hour.',
  },
  SEND_TIMEOUT: {
    ...duration({ longest: '1h' }),
    default: '30s',
    description: 'Disconnects a client that has read nothing of its response for this long.',
  },
  WORKER: {
    ...boolean,
    default: 'true',
    description: '`false`: this process only serves requests; other processes check and deliver.',
  },
  WEB: {
    ...boolean,
    default: 'true',
    description: '`false`: this process serves the API without the [web application](install.md#what-it-serves).',
  },
  LOG_LEVEL: {
    ...oneOf(LOG_LEVELS),
    default: 'info',
    description: 'Lowest level of [log messages](monitoring.md#logs) to write.',
  },
  PLUGINS: {
    ...plugins,
    default: null,
    unset: 'none',
    absent: [],
    description:
      '[Plug-ins](plug-ins.md) to load, exactly these, comma-separated: packages that are installed, or folders below the working folder such as `./plugins/my-source`. A plug-in is code that you run.',
  },
  BUILD_COMMIT: {
    ...commit,
    default: null,
    unset: 'set in the container image',
    description: 'Commit of the build, shown by `GET /health/live`.',
  },
} satisfies Record<string, Variable<unknown>>;

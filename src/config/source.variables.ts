import ipaddr from 'ipaddr.js';
import { parseUrl } from 'small-parts';
import { ESCAPES, undecodablePart } from './url';
import { baseUrl, boolean, duration, integer, oneOf, onOff, partsOf, type Shape, type Variable } from './variable';

const cidrs: Shape<string[]> = {
  parse: (value) => {
    const parts = partsOf(value).filter(Boolean);
    return parts.every((part) => ipaddr.isValidCIDR(part)) ? parts : null;
  },
  expected: 'a list of CIDRs such as 10.1.0.0/16,fd00::/8',
  value: 'list of CIDRs',
};

const token: Shape<string> = {
  parse: (value) => (/^[A-Za-z0-9_.=-]{20,1024}$/.test(value) ? value : null),
  expected: 'a token of 20 to 1024 letters, digits and _.=-',
  value: 'token',
};

const TOKENS_AT_MOST = 10;

/** Several of them, with commas or white space between. */
const tokens: Shape<string[]> = {
  parse: (value) => {
    const list = value
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(token.parse);
    return list.length === 0 || list.length > TOKENS_AT_MOST || list.includes(null) ? null : (list as string[]);
  },
  expected: `up to ${TOKENS_AT_MOST} tokens of 20 to 1024 letters, digits and _.=-, with commas between them`,
  value: 'list of tokens',
};

const registry = (name: string) => ({
  ...baseUrl,
  default: null,
  unset: 'none',
  description: `Base URL of ${name}, for sources that name no server.`,
});

const POLLED = ['tracked', 'all', 'off'] as const;
/** The sources that are polled: those of products with a favorite, or all, or none. */
export type Polled = (typeof POLLED)[number];

export const SOURCE_VARIABLES = {
  SOURCES: {
    ...oneOf(POLLED),
    default: 'tracked',
    description:
      'Which [sources](sources.md) are polled for new releases. `tracked`: those of products that at least one favorite tracks. `all`: all of them. `off`: none is contacted, and no program is [asked for its version](inventories.md).',
  },
  SOURCES_ENABLED: {
    ...boolean,
    default: null,
    unset: '`SOURCES` decides',
    description: 'Deprecated: `true` is `SOURCES=all`, `false` is `SOURCES=off`. Without effect if `SOURCES` is set.',
  },
  PRODUCTS_BY_USERS: {
    ...onOff,
    default: 'on',
    description:
      'Whether users [add products by their addresses](sources.md): at most `PRODUCTS_PER_DAY` each, with the scope `write`. Everybody sees what was added. `off`: only with the scope `catalogue:write` too.',
  },
  SOURCE_EVERY: {
    ...duration({ longest: '1d' }),
    default: '1h',
    description:
      'Twice the shortest interval between two polls of a product. [Less active products are polled less often](sources.md), at least daily.',
  },
  SOURCE_REQUESTS: {
    ...integer(1, 256),
    default: '32',
    description: 'Sources that one process polls concurrently.',
  },
  SOURCE_REQUESTS_PER_HOST: {
    ...integer(1, 8),
    default: '2',
    description: 'Concurrent requests to one host, across all replicas.',
  },
  SOURCE_HOST_DELAY_MS: {
    ...integer(0, 60_000),
    default: '1000',
    description: 'Milliseconds between the starts of two requests to one host.',
  },
  NOTES: {
    ...onOff,
    default: 'on',
    description:
      'Whether [release notes](policies-and-versions.md) of products that somebody tracks are stored. `off`: none is read or stored; those that are stored stay.',
  },
  OUTBOUND_ALLOW: {
    ...cidrs,
    default: null,
    unset: 'none',
    absent: [],
    description:
      'Non-public ranges that [addresses given by users](scaling.md#addresses-that-users-give) may reach, such as `10.1.0.0/16,fd00::/8`. Link-local and cloud metadata addresses stay blocked.',
  },
  NPM_REGISTRY_URL: {
    ...baseUrl,
    default: null,
    unset: "npm's own, when npm starts the service",
    description:
      'Base URL of the npm registry, for sources that name no server. An internal one needs `OUTBOUND_ALLOW` too.',
  },
  PYPI_URL: registry('the Python package index'),
  CRATES_URL: registry('the Rust crate registry'),
  RUBYGEMS_URL: registry('the RubyGems server'),
  PACKAGIST_URL: registry('the Composer repository'),
  MAVEN_URL: registry('the Maven repository, such as `https://repository.example.org/maven2`'),
  GO_PROXY_URL: registry('the Go module proxy'),
  NUGET_URL: {
    ...registry('NuGet'),
    description:
      'The service index of the NuGet server (`…/index.json`), or the base URL of its flat container, for sources that name no server.',
  },
  HEX_URL: registry('the Hex server (Erlang, Elixir)'),
  DEBIAN_URL: registry('the Debian mirror, such as `https://mirror.example.org/debian`'),
  ALPINE_URL: registry('the Alpine mirror, such as `https://mirror.example.org/alpine`'),
  DOCKER_REGISTRY_URL: registry('the container image registry'),
  DOCKER_HUB_URL: {
    ...baseUrl,
    default: null,
    unset: 'none: tags are tried one after the other',
    description:
      'Base URL of the site of Docker whose API lists tags with their digests, to find the version of an image that runs as `latest`.',
  },
  HOMEBREW_URL: registry('the site of Homebrew that has its JSON API'),
  GITHUB_TOKEN: {
    ...tokens,
    default: null,
    unset: 'none: 60 requests an hour',
    absent: [],
    description:
      'A token of GitHub, or several in turn, for [sources without one of their own](sources.md) at `https://api.github.com/`: with each 5,000 requests an hour are allowed. Whoever may set sources can read the releases of whatever they can read, so give them no access to private repositories.',
  },
  GITLAB_TOKEN: {
    ...token,
    default: null,
    unset: 'none',
    description: 'The same for GitLab at `https://gitlab.com/`, with the scope `read_api`.',
  },
} satisfies Record<string, Variable<unknown>>;

/** A URL that is requested as it is. It may have credentials. */
const address: Shape<string> = {
  parse: (value) => {
    const url = parseUrl(value);
    if (!url || !['http:', 'https:'].includes(url.protocol) || url.hash) return null;
    return undecodablePart(url) ? null : url.href;
  },
  expected: `an http(s) URL without a fragment (#); in the user and the password, write ${ESCAPES}`,
  value: 'URL',
};

const ADDRESSES_AT_MOST = 30;

/** Several of them, with white space between. */
const addresses: Shape<string[]> = {
  parse: (value) => {
    const list = value.split(/\s+/).filter(Boolean).map(address.parse);
    return list.length === 0 || list.length > ADDRESSES_AT_MOST || list.includes(null) ? null : (list as string[]);
  },
  expected: `up to ${ADDRESSES_AT_MOST} http(s) URLs without a fragment (#), with spaces between them; in users and passwords, write ${ESCAPES}`,
  value: 'URLs',
};

export const KNOWLEDGE_VARIABLES = {
  LIFECYCLE_URL: {
    ...address,
    default: null,
    unset: 'nobody is asked',
    description:
      'What is asked daily until when products are [supported](sources.md): an answer like that of `products/full` in API v1 of endoflife.date. It may hold a user and a password, and may be inside your network.',
  },
  OSV_URL: {
    ...addresses,
    default: null,
    unset: 'nobody is asked',
    absent: [],
    description:
      'What is asked daily for [advisories](vulnerabilities.md) in the schema of OSV: zip files such as `all.zip` of an ecosystem, or lines of JSON, plain or gzip. As `LIFECYCLE_URL`, each may hold a user and a password, and may be inside your network.',
  },
  NVD_OVERRIDES_URL: {
    ...address,
    default: null,
    unset: 'nobody is asked',
    description:
      'What is asked daily for [CPE configurations of CVEs](vulnerabilities.md) in the form of the API of NVD: a zip file, or lines of JSON, plain or gzip.',
  },
  KEV_URL: {
    ...address,
    default: null,
    unset: 'nobody is asked',
    description:
      'What is asked daily for [vulnerabilities that are known to be exploited](vulnerabilities.md): a list like that of CISA, or of ENISA.',
  },
  EPSS_URL: {
    ...address,
    default: null,
    unset: 'nobody is asked',
    description:
      'What is asked daily for the [probability of exploits](vulnerabilities.md): scores as FIRST publishes them, plain or gzip.',
  },
} satisfies Record<string, Variable<unknown>>;

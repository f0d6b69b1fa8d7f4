import { parseDuration } from './duration';
import { parseRate, RATE, type Rate } from './rate';
import { integer, type Shape, type Variable } from './variable';

/** Deliveries go on for a week, and whoever looks for one that failed should still find it. */
const SHORTEST_KEPT = '14d';

/** false = no limit. */
const rate: Shape<Rate | false> = { parse: parseRate, expected: RATE, value: 'rate, or `off`' };

/** Infinity = no limit. */
const perHour: Shape<number> = {
  parse: (value) => (value.toLowerCase() === 'off' ? Infinity : integer(1, 1_000_000).parse(value)),
  expected: 'a whole number from 1 to 1000000, or off',
  value: 'integer, 1 to 1000000, or `off`',
};

/** Seconds; Infinity = for ever. */
const retention: Shape<number> = {
  parse: (value) => {
    if (value.toLowerCase() === 'forever') return Infinity;
    const seconds = parseDuration(value);
    return seconds !== null && seconds >= parseDuration(SHORTEST_KEPT)! ? seconds : null;
  },
  expected: `a duration such as 90d, at least ${SHORTEST_KEPT}, or forever`,
  value: `duration, at least ${SHORTEST_KEPT}, or \`forever\``,
};

export const LIMIT_VARIABLES = {
  RATE_LIMIT: {
    ...rate,
    default: '6000/1m',
    description: "Requests per user, across all of the user's tokens and sessions. See [limits](scaling.md#limits).",
  },
  RATE_LIMIT_FAILED_AUTH: {
    ...rate,
    default: '30/1m',
    description: 'Requests per client address with an invalid token, session, sign-in link or webhook signature.',
  },
  RATE_LIMIT_NO_TOKEN: {
    ...rate,
    default: '600/1m',
    description: 'Requests per client address that need a token and have none.',
  },
  RATE_LIMIT_PAGES: {
    ...rate,
    default: '120/1m',
    description:
      'Requests per client address to the pages that links in messages open, and to [shared addresses](other-tools.md).',
  },
  FAVORITES_PER_USER: { ...integer(1, 1_000_000), default: '10000', description: 'Favorites of one user.' },
  CHANNELS_PER_USER: { ...integer(1, 10_000), default: '100', description: 'Channels of one user.' },
  TOKENS_PER_USER: {
    ...integer(1, 10_000),
    default: '100',
    description: 'Tokens of one user. Those made on the command line count, but are never refused.',
  },
  FEEDS_PER_USER: {
    ...integer(1, 10_000),
    default: '50',
    description: '[Shared addresses](other-tools.md) of one user.',
  },
  INVENTORIES_PER_USER: {
    ...integer(1, 1_000_000),
    default: '200',
    description: '[Inventories](inventories.md) of one user: one for each machine.',
  },
  UPLOADS_PER_USER: {
    ...integer(1, 1_000),
    default: '3',
    description:
      'Uploads of one user that arrive, wait or are read at a time, in each process. Further ones are refused with 429, and come again.',
  },
  PROBES_PER_USER: {
    ...integer(1, 100_000),
    default: '500',
    description: 'Programs of one user that [say their version themselves](inventories.md).',
  },
  TAGS_PER_USER: { ...integer(1, 1_000), default: '200', description: 'Tags of one user; a favorite has 20 at most.' },
  PRODUCTS_PER_DAY: {
    ...integer(1, 100_000),
    default: '200',
    description: 'Products that one user adds to the catalogue in a day, with `PRODUCTS_BY_USERS`.',
  },
  LOOKUPS_PER_USER: {
    ...rate,
    default: '30/1m',
    description: 'Unknown addresses that one user looks up, in each process: each may need several requests to others.',
  },
  SESSIONS_PER_USER: {
    ...integer(1, 1_000),
    default: '50',
    description: 'Browsers in which one user is signed in; with one more, the oldest is signed out.',
  },
  STREAMS_PER_USER: {
    ...integer(1, 2_000),
    default: '20',
    description: 'Pages of one user that are open and hear of changes at once, in each process.',
  },
  HISTORY_PER_USER: {
    ...integer(100, 1_000_000),
    default: '5000',
    description: 'Changes of one user in the history, which keeps them for 30 days; beyond it the oldest go.',
  },
  CONFIRMATIONS_PER_HOUR: {
    ...integer(1, 1_000_000),
    default: '100',
    description: '[Confirmation mails](channels.md#consent) and invitations per hour, for all users together.',
  },
  DELIVERIES_PER_HOUR: {
    ...perHour,
    default: '1000',
    description: 'Deliveries of one user per hour. [The rest wait](channels.md#when-there-is-too-much); none is lost.',
  },
  DELIVERIES_PER_HOST: {
    ...rate,
    default: '5/1s',
    description: 'Deliveries of one user to one host. The rest wait; none is lost.',
  },
  KEEP_NOTIFICATIONS: {
    ...retention,
    default: '30d',
    description:
      'How long to [keep finished notifications](install.md#mariadb-or-mysql) with their deliveries. Reminders are kept for 14 days.',
  },
  BODY_LIMIT: { ...integer(1_024, 16_777_216), default: '262144', description: 'Largest JSON request body in bytes.' },
  CATALOGUE_LIMIT: {
    ...integer(1_024, 2_147_483_647),
    default: '10485760',
    description: 'Largest catalogue upload in bytes, as sent.',
  },
  QUERY_LIMIT: { ...integer(256, 65_536), default: '8192', description: 'Longest query string in bytes.' },
  HEADER_LIMIT: {
    ...integer(4_096, 131_072),
    default: '16384',
    description: 'Largest request line and headers together, in bytes.',
  },
  UNSENT_LIMIT: {
    ...integer(1_048_576, 17_179_869_184),
    default: '134217728',
    description:
      'Bytes of responses that clients have not read yet, per process. Beyond it, large responses are refused with 503.',
  },
} satisfies Record<string, Variable<unknown>>;

import type { Sizes } from '../settings';

/**
 * What the data is, as pure functions of numbers: the same sizes give the same rows, and a measure knows an id without asking for
 * it. Software 0 is the most popular; software whose number is a multiple of 1,000 has many versions; publishers 0 to 99 have many products.
 */

const KINDS = ['user', 'token', 'publisher', 'software', 'version', 'favorite', 'channel'] as const;
export type Kind = (typeof KINDS)[number];

/** 2025-01-01: the ids are version 7, so they begin with a time. */
const START_MS = Date.UTC(2025, 0, 1);

export function idOf(kind: Kind, number: number): string {
  const time = (START_MS + number).toString(16).padStart(12, '0');
  const kindDigits = (KINDS.indexOf(kind) + 1).toString(16).padStart(3, '0');
  const tail = (Math.imul(number + 1, 0x9e3779b1) >>> 0).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${kindDigits}-8${kindDigits}-${tail}`;
}

/** A moment as the databases hold it. */
export const momentAt = (seconds: number): string =>
  new Date(START_MS + seconds * 1_000).toISOString().replace('T', ' ').replace('Z', '000');

/** A number of [0, 1) that looks drawn by lot, the same for the same input. */
export function lot(number: number, salt: number): number {
  let x = Math.imul(number ^ (salt * 0x85ebca6b), 0x9e3779b1) >>> 0;
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad) >>> 0;
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97) >>> 0;
  return ((x ^ (x >>> 15)) >>> 0) / 2 ** 32;
}

const WORDS =
  'apple basalt cedar delta ember fjord garnet harbor indigo jasper kestrel lumen maple nectar onyx pepper quartz raven saffron tundra umber velvet willow xenon yarrow zephyr anchor bridge canyon dune echo falcon glacier hazel island juniper knoll lagoon meadow nimbus orchid prairie quiver river summit thistle upland valley walnut yonder'.split(
    ' ',
  );
const ROLES = ['server', 'client', 'library', 'desktop', 'agent', 'editor', 'plugin', 'gateway'];
/** In every eighth name, and in three of all of them. */
export const COMMON_PART = 'server';
export const RARE_PART = 'zirconium';

const word = (number: number, salt: number) => WORDS[Math.floor(lot(number, salt) * WORDS.length)]!;

export function softwareName(number: number): string {
  const rare = number === 17 || number === 4_711 || number === 99_991;
  return `${rare ? RARE_PART : word(number, 1)} ${word(number, 2)} ${ROLES[number % ROLES.length]!} ${number.toString(36)}`;
}

export const publisherName = (number: number) => `${word(number, 3)} ${word(number, 4)} works ${number.toString(36)}`;

/** A tenth of the software, at most 20,000, belongs to the first hundred publishers. */
export function publisherOf(number: number, sizes: Sizes): number {
  const large = Math.min(100, sizes.publishers);
  if (number < Math.min(20_000, sizes.software / 10) || sizes.publishers <= large) return number % large;
  return large + (number % (sizes.publishers - large));
}

/** The first number of each software's versions, and one more entry for the end. */
export function versionStarts({ software, versions }: Sizes): Uint32Array {
  const many = Math.ceil(software / 1_000);
  const ofMany = Math.min(200, Math.max(1, Math.floor(versions / 4 / many)));
  const rest = versions - many * ofMany;
  const others = Math.max(1, software - many);
  const starts = new Uint32Array(software + 1);
  for (let number = 0, other = 0; number < software; number++) {
    const least = Math.max(1, Math.floor(rest / others));
    const count = number % 1_000 === 0 ? ofMany : least + (other++ < rest - least * others ? 1 : 0);
    starts[number + 1] = starts[number]! + count;
  }
  return starts;
}

/** Labels rise with the place; the last one is never a pre-release. */
export function labelOf(place: number, count: number): string {
  const label = `${1 + Math.floor(place / 50)}.${Math.floor(place / 5) % 10}.${place % 5}`;
  return place % 7 === 6 && place !== count - 1 ? `${label}-rc.1` : label;
}

/** Favorites of one user of many. */
export const favoritesEach = ({ users, crowd, favorites }: Sizes) =>
  Math.max(1, Math.floor((favorites - crowd) / users));

/** The software of each favorite of a user with many: the most popular first, others by a steep popularity, none twice. */
export function favoritesOf(user: number, sizes: Sizes): number[] {
  const wanted = Math.min(favoritesEach(sizes), sizes.software);
  const chosen = new Set([0]);
  for (let draw = 0; chosen.size < wanted; draw++)
    chosen.add(Math.floor(sizes.software * lot(user * 1_000 + draw, 5) ** (draw < wanted * 20 ? 3 : 1)));
  return [...chosen];
}

export const TOKENS = 64;
/** Of the first users. Not a secret: it opens a database of made-up rows. */
export const tokenOf = (user: number) => `sut_bench-${user % TOKENS}`;

export const SECRET_KEY = 'a secret key that is only good for benchmarks';
/** Where the webhook channels of all users lead. */
export const RECEIVER_PORT = 38_917;

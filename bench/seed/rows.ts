import { createHash } from 'node:crypto';
import { foldName } from 'small-parts';
import { ORDERING_REVISION, orderingFor, type SchemeName, stepRank } from 'version-order';
import { SecretBox } from '../../src/common/secret-box';
import { Config } from '../../src/config/config';
import { ReleaseRank } from '../../src/version/versions/version.entity';
import type { Sizes } from '../settings';
import {
  favoritesOf,
  idOf,
  labelOf,
  lot,
  momentAt,
  publisherName,
  publisherOf,
  RECEIVER_PORT,
  SECRET_KEY,
  softwareName,
  tokenOf,
  TOKENS,
  versionStarts,
} from './facts';

export type Value = string | number | null;

/** One table's rows, made while they are read: a million of them are never in memory together. */
export interface TableRows {
  table: string;
  columns: string[];
  rows: Iterable<Value[]>;
}

export function tablesOf(sizes: Sizes): TableRows[] {
  const starts = versionStarts(sizes);
  return [
    users(sizes),
    tokens(),
    channels(sizes),
    publishers(sizes),
    software(sizes, starts),
    versions(sizes, starts),
    favorites(sizes, starts),
  ];
}

function* numbers(count: number): Generator<number> {
  for (let number = 0; number < count; number++) yield number;
}

function table(name: string, columns: string, count: number, row: (number: number) => Value[]): TableRows {
  function* rows() {
    for (const number of numbers(count)) yield row(number);
  }
  return { table: name, columns: columns.split(' '), rows: rows() };
}

const users = ({ users, crowd }: Sizes) =>
  table('user', 'id name created_at updated_at', users + crowd, (number) => [
    idOf('user', number),
    `user ${number}`,
    momentAt(number),
    momentAt(number),
  ]);

const tokens = () =>
  table('access_token', 'id user_id name hash scopes created_at', TOKENS, (number) => [
    idOf('token', number),
    idOf('user', number),
    'bench',
    createHash('sha256').update(tokenOf(number)).digest('hex'),
    'read write',
    momentAt(number),
  ]);

/** A webhook for everybody, as `ChannelSettingsService` seals it. */
function channels({ users, crowd }: Sizes): TableRows {
  const box = new SecretBox(Object.assign(new Config(), { secretKey: SECRET_KEY }));
  const url = `http://127.0.0.1:${RECEIVER_PORT}/hook`;
  const settings = JSON.stringify({ settings: { url, secret: `whsec_${'bench'.repeat(8)}` } });
  const destination = createHash('sha256').update(`127.0.0.1:${RECEIVER_PORT}`).digest('hex').slice(0, 16);
  const columns = 'id user_id type name settings destination created_at updated_at';
  return table('channel', columns, users + crowd, (number) => {
    const id = idOf('channel', number);
    return [
      id,
      idOf('user', number),
      'webhook',
      'hook',
      box.seal(settings, id),
      destination,
      momentAt(number),
      momentAt(number),
    ];
  });
}

const publishers = ({ publishers }: Sizes) =>
  table('publisher', 'id name name_key url support_url facts_from created_at updated_at', publishers, (number) => {
    const name = publisherName(number);
    const url = `https://publisher-${number}.example`;
    const moment = momentAt(number);
    return [idOf('publisher', number), name, foldName(name), url, `${url}/support`, `bench:${number}`, moment, moment];
  });

const schemeOf = (number: number): SchemeName => (number % 5 < 2 ? 'semver' : 'generic');

function software(sizes: Sizes, starts: Uint32Array): TableRows {
  const columns =
    'id publisher_id identity name name_key short_description description url latest_version_id scheme ordering_revision created_at updated_at';
  return table('software', columns, sizes.software, (number) => {
    const name = softwareName(number);
    return [
      idOf('software', number),
      idOf('publisher', publisherOf(number, sizes)),
      `bench:${number}`,
      name,
      foldName(name),
      `${name} does one thing, and does it well enough to be used every day.`,
      `${name} does one thing. It was begun by somebody who needed it, it is looked after by those who use it, and it comes with everything that it needs to run on the usual systems.`,
      `https://software-${number}.example/`,
      idOf('version', starts[number + 1]! - 1),
      schemeOf(number),
      ORDERING_REVISION,
      momentAt(number * 10),
      momentAt(Math.floor(lot(number, 6) * sizes.software) * 20),
    ];
  });
}

const releasedAt = (product: number, place: number) => momentAt(product * 10 + place * 86_400);

/** With the keys that the service itself would give them. */
function versions(sizes: Sizes, starts: Uint32Array): TableRows {
  const keys = new Map<string, { key: string; prerelease: boolean }>();
  const read = (scheme: SchemeName, label: string) => {
    const name = `${scheme} ${label}`;
    if (!keys.has(name)) keys.set(name, orderingFor({ scheme }).read(label));
    return keys.get(name)!;
  };
  function* rows(): Generator<Value[]> {
    for (const number of numbers(sizes.software)) {
      const start = starts[number]!;
      const count = starts[number + 1]! - start;
      for (const place of numbers(count)) {
        const label = labelOf(place, count);
        const { key, prerelease } = read(schemeOf(number), label);
        const rank = prerelease ? ReleaseRank.Prerelease : ReleaseRank.Release;
        const moment = releasedAt(number, place);
        yield [
          idOf('version', start + place),
          idOf('software', number),
          label,
          key,
          Number(prerelease),
          rank,
          moment,
          moment,
          moment,
        ];
      }
    }
  }
  const columns = 'id software_id version version_key prerelease release_rank released_at created_at added_at';
  return { table: 'version', columns: columns.split(' '), rows: rows() };
}

/** One favorite of each user after the other, so that a user's are spread over the table; every fifth is on an older version. */
function favorites(sizes: Sizes, starts: Uint32Array): TableRows {
  const chosen = Array.from({ length: sizes.users }, (_, user) => favoritesOf(user, sizes));
  let next = 0;
  const row = (user: number, product: number): Value[] => {
    const number = next++;
    const latest = starts[product + 1]! - 1;
    const behind = lot(number, 7) < 0.2 && product !== 0 && latest > starts[product]!;
    const moment = momentAt(number * 30);
    const count = starts[product + 1]! - starts[product]!;
    return [
      idOf('favorite', number),
      idOf('user', user),
      idOf('software', product),
      idOf('version', behind ? latest - 1 : latest),
      behind ? idOf('version', latest) : null,
      behind ? stepRank(labelOf(count - 2, count), labelOf(count - 1, count), null) : null,
      behind ? releasedAt(product, count - 1) : null,
      Number(behind),
      behind && number % 2 === 0 ? idOf('version', latest) : null,
      number % 10 === 0 ? 'In use on the machines at home; ask before moving.' : null,
      moment,
      moment,
    ];
  };
  function* rows(): Generator<Value[]> {
    for (let place = 0; chosen[0] && place < chosen[0].length; place++)
      for (const [user, products] of chosen.entries()) yield row(user, products[place]!);
    for (const number of numbers(sizes.crowd)) yield row(sizes.users + number, 0);
  }
  const columns =
    'id user_id software_id version_id available_version_id available_step available_at update_available notified_version_id notes created_at updated_at';
  return { table: 'favorite', columns: columns.split(' '), rows: rows() };
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import type * as Favorites from '../../src/favorite/favorite.service';
import { startApplication } from '../lib/application';
import { built } from '../lib/built';
import { compare, type Comparison } from '../lib/compare';
import { connect } from '../lib/database';
import type { Write } from '../lib/load';
import { caller, linksOf } from '../lib/plans';
import { ROOT, startLimitServer, startService } from '../lib/programs';
import { recorded } from '../lib/recorded';
import { favoritesEach, favoritesOf, idOf, TOKENS, versionStarts } from '../seed/facts';
import type { Sizes } from '../settings';
import type { Measure, Result, World } from './measure';

const { FavoriteService } = built<typeof Favorites>('favorite/favorite.service');

const AT_LEAST = 0.7;
/** Favorites of one user that are changed in turn. */
const CHANGED_EACH = 20;

/** Favorites that are created and changed, against the limit server, which runs the very statements that the service runs. */
export const writes: Measure = {
  name: 'writes',
  title: 'Writing, against the limit server',
  async run(world) {
    const { settings } = world;
    await restore(world);
    const { clients, seconds, rounds, sizes, databaseUrl } = settings;
    const [creation, update] = [creations(sizes), updates(sizes)];
    const service = await startService(databaseUrl);
    const limit = await startLimitServer(databaseUrl, {
      STATEMENTS: await statementsFile(databaseUrl, creation(), update()),
    });
    try {
      const creating = await compare(service, limit, { next: creation, clients, seconds }, rounds);
      const updating = await compare(service, limit, { next: update, clients, seconds }, rounds);
      return [line('create favorite', creating), line('update favorite (notes, notifications on)', updating)];
    } finally {
      await Promise.all([service.stop(), limit.stop()]);
      await restore(world);
    }
  },
};

/** Favorites that are not there: of the users who have a token, on the least popular software. */
function creations(sizes: Sizes): () => Write {
  const starts = versionStarts(sizes);
  const taken = Array.from({ length: TOKENS }, (_, user) => new Set(favoritesOf(user, sizes)));
  let number = 0;
  return () => {
    for (;;) {
      const [user, product] = [number % TOKENS, sizes.software - 1 - Math.floor(number / TOKENS)];
      number++;
      if (product < 0) throw new Error('there is no software left that is no favorite yet');
      if (taken[user]!.has(product)) continue;
      const ids = { software: idOf('software', product), version: idOf('version', starts[product + 1]! - 1) };
      return { method: 'POST', path: 'favorite', user, body: { ...ids, notes: `number ${number}` } };
    }
  };
}

/** Favorites that were seeded, and without notes: see `favorites` in `seed/rows.ts`. */
function changedNumbers(sizes: Sizes): { user: number; number: number }[] {
  const each = Math.min(CHANGED_EACH, favoritesEach(sizes));
  const all = Array.from({ length: TOKENS * each }, (_, index) => {
    const [user, place] = [index % TOKENS, Math.floor(index / TOKENS)];
    return { user, number: place * sizes.users + user };
  });
  return all.filter(({ number }) => number % 10 !== 0);
}

function updates(sizes: Sizes): () => Write {
  const favorites = changedNumbers(sizes);
  let count = 0;
  return () => {
    const { user, number } = favorites[count++ % favorites.length]!;
    const body = { notes: `changed ${count}`, notifications_enabled: true };
    return { method: 'PATCH', path: `favorite/${idOf('favorite', number)}`, user, body };
  };
}

/** @returns the path of a file with the statements of both */
async function statementsFile(databaseUrl: string, creation: Write, update: Write): Promise<string> {
  const app = await startApplication(databaseUrl);
  try {
    const create = await statementsOf(app, creation, 'id', (favorites, { user, body }) =>
      favorites.create(caller(user), body as never, linksOf(app)),
    );
    const change = await statementsOf(app, update, undefined, (favorites, { user, path, body }) =>
      favorites.update(caller(user), path.split('/')[1]!, body as never, linksOf(app)),
    );
    const folder = join(ROOT, 'var', 'bench');
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'statements.json');
    writeFileSync(file, JSON.stringify({ create, update: change }));
    return file;
  } finally {
    await app.close();
  }
}

function statementsOf(
  app: INestApplicationContext,
  write: Write,
  unnamed: string | undefined,
  run: (favorites: Favorites.FavoriteService, write: Write) => Promise<unknown>,
) {
  const names = new Map<unknown, string>([[idOf('user', write.user), ':user']]);
  const favorite = write.path.split('/')[1];
  if (favorite !== undefined) names.set(favorite, ':id');
  for (const [name, value] of Object.entries(write.body)) if (typeof value === 'string') names.set(value, `:${name}`);
  return recorded(app, () => run(app.get(FavoriteService), write), names, unnamed);
}

/** Everything as it was seeded, also after a run that was cut off. */
async function restore({ settings, address }: World): Promise<void> {
  const connection = await connect(address);
  const ids = changedNumbers(settings.sizes).map(({ number }) => idOf('favorite', number));
  await connection.query('DELETE FROM favorite WHERE id < ? OR id > ?', [
    idOf('favorite', 0),
    idOf('favorite', settings.sizes.favorites),
  ]);
  await connection.query('DELETE FROM audit_entry');
  await connection.query('DELETE FROM favorite_bulk');
  await connection.query(
    'UPDATE favorite SET notes = NULL, known_version_id = NULL, updated_at = created_at WHERE id IN (?)',
    [ids],
  );
  await connection.end();
}

const line = (what: string, { service, limit, requests }: Comparison): Result => ({
  what,
  aim: `≥ ${AT_LEAST} of the limit`,
  measured: `**${requests.toFixed(2)}** (${service.requestsPerSecond.toFixed(0)} of ${limit.requestsPerSecond.toFixed(0)} requests/s)`,
  holds: requests >= AT_LEAST,
});

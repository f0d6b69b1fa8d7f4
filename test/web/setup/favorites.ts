import { product } from '../../setup/catalogue';
import type { Installation } from './installation';

export interface Favorite {
  uuid: string;
  software: string;
  version: { version: string };
  update_available: boolean;
  available_version?: { id: string; version: string } | null;
  notifications_enabled: boolean;
}

const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();

/** What somebody tracks: names, the version in use, and what is newer. */
export interface Tracked {
  name: string;
  publisher?: string;
  inUse: string;
  newer?: string[];
}

/** Publishes these products, of which the newer versions came in the last days, and tracks them. */
export async function track(installation: Installation, token: string, tracked: Tracked[]): Promise<void> {
  await publishAll(installation, tracked);
  const ids = await idsOf(installation, token);
  await inParallel(tracked, ({ name, inUse }) =>
    installation.api(token, 'POST', '/favorite', { software: ids.get(name), version: inUse }),
  );
}

const publishAll = (installation: Installation, tracked: Tracked[]) =>
  installation.publish(
    ...tracked.map(({ name, publisher, inUse, newer = [] }) =>
      product(
        name,
        [inUse, ...newer].map((version, index) => ({ version, released_at: daysAgo(newer.length - index + 1) })),
        publisher ? { publisher: { name: publisher } } : {},
      ),
    ),
  );

/** Every favorite, as the API has it. */
export async function favoritesOf(installation: Installation, token: string, query = ''): Promise<Favorite[]> {
  return installation.api(token, 'GET', `/favorite?sort=software&per_page=200&includeAvailableVersion${query}`);
}

async function idsOf(installation: Installation, token: string): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (let page = 1; ; page += 1) {
    const found = await installation.api<{ id: string; name: string }[]>(
      token,
      'GET',
      `/software?per_page=200&page=${page}`,
    );
    for (const { id, name } of found) ids.set(name, id);
    if (found.length < 200) return ids;
  }
}

async function inParallel<T>(items: T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}

/**
 * The same for thousands, on SQLite: the first with and the first without a newer version are tracked by the API, and the rows of the
 * others are written as copies of these two.
 */
export async function trackMany(installation: Installation, token: string, tracked: Tracked[]): Promise<void> {
  const outdated = tracked.find(({ newer = [] }) => newer.length > 0)!;
  const current = tracked.find(({ newer = [] }) => newer.length === 0)!;
  await track(installation, token, [outdated, current]);
  await publishAll(
    installation,
    tracked.filter((one) => one !== outdated && one !== current),
  );
  installation.rows((database) => {
    const columns = (database.prepare('PRAGMA table_info(favorite)').all() as { name: string }[]).map(
      ({ name }) => name,
    );
    const own: Record<string, string> = {
      id: `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-7' || substr(hex(randomblob(2)), 2) || '-8' ||
      substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`,
      software_id: 's.id',
      version_id: 'mine.id',
      available_version_id: 'newer.id',
      known_version_id: 'CASE WHEN f.known_version_id IS NULL THEN NULL ELSE COALESCE(newer.id, mine.id) END',
    };
    for (const { name, inUse, newer = [] } of [outdated, current])
      database
        .prepare(
          `INSERT INTO favorite (${columns.join(', ')})
         SELECT ${columns.map((column) => own[column] ?? `f.${column}`).join(', ')}
         FROM favorite f JOIN software template ON template.id = f.software_id AND template.name = ?
         JOIN software s ON s.id NOT IN (SELECT software_id FROM favorite)
         JOIN version mine ON mine.software_id = s.id AND mine.version = ?
         LEFT JOIN version newer ON newer.software_id = s.id AND newer.version = ?
         WHERE (newer.id IS NULL) = (f.available_version_id IS NULL)`,
        )
        .run(name, inUse, newer.at(-1) ?? outdated.newer!.at(-1)!);
  });
}

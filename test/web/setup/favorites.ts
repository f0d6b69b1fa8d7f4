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
  await installation.publish(
    ...tracked.map(({ name, publisher, inUse, newer = [] }) =>
      product(
        name,
        [inUse, ...newer].map((version, index) => ({ version, released_at: daysAgo(newer.length - index + 1) })),
        publisher ? { publisher: { name: publisher } } : {},
      ),
    ),
  );
  const ids = await idsOf(installation, token);
  await inParallel(tracked, ({ name, inUse }) =>
    installation.api(token, 'POST', '/favorite', { software: ids.get(name), version: inUse }),
  );
}

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

import { TimeSlice } from 'small-parts';
import type { ProductOrdering } from 'version-order';
import type { Sql } from '../../database/database';
import { bareText } from './own-version';
import type { SpelledVersion, StoredVersion, VersionRepository } from './version.repository';

interface Product {
  ordering: ProductOrdering;
  isTracked: boolean;
  /** By label. */
  versions: Map<string, StoredVersion>;
  /** All labels that its source lists now; null = this is no answer of a source. */
  listed: ReadonlySet<string> | null;
}

/**
 * New versions replace those with another spelling (`v1.2` for `1.2`), and take over their ids: the own versions of users, and where a source
 * lists the new one, a version of a record that it does not list. So the latest version has the day and the notes that its source
 * knows, and the list has it once.
 * @param added those that are not in the table yet, by id; adopted ones are removed
 */
export async function adoptSpellings(
  repository: VersionRepository,
  sql: Sql,
  added: Map<string, StoredVersion>,
  products: Map<string, Product>,
): Promise<void> {
  // Without a favorite nobody has an own version.
  const tracked = [...added.values()].filter(({ software_id }) => products.get(software_id)!.isTracked);
  const listed = [...added.values()].filter(({ software_id }) => products.get(software_id)!.listed !== null);
  const spelled = [
    ...(await repository.findSpelled(sql, tracked, 'own')),
    ...(await repository.findSpelled(sql, listed, 'known')).filter(
      ({ software_id, version }) => !products.get(software_id)!.listed!.has(version),
    ),
  ];
  if (spelled.length === 0) return;
  const nameOf = ({ software_id: id, version }: Pick<StoredVersion, 'software_id' | 'version'>) =>
    `${id} ${bareText(products.get(id)!.ordering, version)}`;
  const slice = new TimeSlice();
  const byName = new Map<string, StoredVersion>();
  for (const version of added.values()) {
    if (slice.isOver) await slice.next();
    const name = nameOf(version);
    if (!byName.has(name)) byName.set(name, version);
  }
  for (const one of spelled) {
    if (slice.isOver) await slice.next();
    const version = byName.get(nameOf(one));
    if (!version || !added.delete(version.id)) continue;
    products.get(one.software_id)!.versions.delete(one.version);
    await repository.update(sql, Object.assign(version, takenOver(version, one)));
  }
}

/** What a record said, and its source does not. */
function takenOver(version: StoredVersion, { id, hidden, ...known }: SpelledVersion): Partial<StoredVersion> {
  if (hidden) return { id };
  const released_at = version.released_at ?? known.released_at;
  return {
    id,
    released_at,
    notes_url: version.notes_url ?? known.notes_url,
    created_at: released_at ?? known.created_at,
    added_at: known.added_at,
  };
}

import { useState } from 'react';
import type { FavoriteRow } from '../api/favorites';

export interface Selection {
  /** How many are selected. */
  count: number;
  /** All that match, but those of `except`. */
  isAll: boolean;
  rows: FavoriteRow[];
  except: string[];
  has(id: string): boolean;
  toggle(row: FavoriteRow): void;
  selectAll(): void;
  clear(): void;
}

interface Chosen {
  /** Of which list. */
  name: string;
  isAll: boolean;
  /** With `isAll`, those that are not meant. */
  rows: ReadonlyMap<string, FavoriteRow>;
}

/** The selected rows of a list; of another list none are. @param name the filter, since `all that match` depends on it */
export function useSelection(name: string, total: number): Selection {
  const [stored, setChosen] = useState<Chosen>({ name, isAll: false, rows: new Map() });
  const chosen = stored.name === name ? stored : { name, isAll: false, rows: new Map<string, FavoriteRow>() };
  const { isAll, rows } = chosen;
  const toggle = (row: FavoriteRow) => {
    const next = new Map(rows);
    if (!next.delete(row.uuid)) next.set(row.uuid, row);
    setChosen({ name, isAll, rows: next });
  };
  return {
    count: isAll ? Math.max(0, total - rows.size) : rows.size,
    isAll,
    rows: isAll ? [] : [...rows.values()],
    except: isAll ? [...rows.keys()] : [],
    has: (id) => rows.has(id) !== isAll,
    toggle,
    selectAll: () => setChosen({ name, isAll: true, rows: new Map() }),
    clear: () => setChosen({ name, isAll: false, rows: new Map() }),
  };
}

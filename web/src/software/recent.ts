import { readLocalStorageValue } from '@mantine/hooks';
import { useEffect } from 'react';

/** A product that somebody looked at: what its link needs, and nothing else. */
export interface Recent {
  id: string;
  name: string;
}

const KEY = 'tracker-recent';
const MOST = 8;

export const readRecent = (): Recent[] => {
  const stored: unknown = readLocalStorageValue({ key: KEY });
  return Array.isArray(stored) ? stored.filter(isRecent).slice(0, MOST) : [];
};

const isRecent = (one: unknown): one is Recent =>
  typeof one === 'object' &&
  one !== null &&
  typeof (one as Recent).id === 'string' &&
  typeof (one as Recent).name === 'string';

/** Remembers in this browser that a product was looked at. Signing out forgets it. */
export function useRecent({ id, name }: Recent): void {
  useEffect(() => {
    const others = readRecent().filter((one) => one.id !== id);
    try {
      localStorage.setItem(KEY, JSON.stringify([{ id, name }, ...others].slice(0, MOST)));
    } catch {
      // No storage: nothing is remembered.
    }
  }, [id, name]);
}

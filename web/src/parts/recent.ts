import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sessionQuery } from '../api/queries';

/** A product that somebody looked at: what its link needs, and nothing else. */
export interface Recent {
  id: string;
  name: string;
  icon?: string | null | undefined;
}

const KEY = 'tracker-recent';
const MOST = 8;

const isRecent = (one: unknown): one is Recent =>
  typeof one === 'object' &&
  one !== null &&
  typeof (one as Recent).id === 'string' &&
  typeof (one as Recent).name === 'string' &&
  ['string', 'undefined', 'object'].includes(typeof (one as Recent).icon);

/** @param user whose: another person at this browser does not see them */
function read(user: string): Recent[] {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as { user?: unknown; products?: unknown } | null;
    return stored?.user === user && Array.isArray(stored.products) ? stored.products.filter(isRecent) : [];
  } catch {
    return [];
  }
}

/** What the person looked at in this browser, the last one first. */
export function useRecentProducts(): Recent[] {
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  return session ? read(session.user.id) : [];
}

/** Remembers in this browser that a product was looked at. */
export function useNoteRecent({ id, name, icon }: Partial<Recent> = {}): void {
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const user = session?.user.id;
  useEffect(() => {
    if (user === undefined || id === undefined || name === undefined) return;
    const products = [{ id, name, icon }, ...read(user).filter((one) => one.id !== id)].slice(0, MOST);
    try {
      localStorage.setItem(KEY, JSON.stringify({ user, products }));
    } catch {
      // No storage: nothing is remembered.
    }
  }, [user, id, name, icon]);
}

/** At the end of a session. */
export function forgetRecent(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // No storage: nothing was remembered.
  }
}

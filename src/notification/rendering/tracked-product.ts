import { followedIn } from 'small-parts';
import { isolate, cut } from './clean-text';

export interface MessageVersion {
  id: string;
  version: string;
  /** ISO 8601, UTC: when it was released, as far as known. */
  created_at: string;
}

/** A product whose version in use an update or an alert is about. */
export interface TrackedProduct<V = MessageVersion> {
  favorite: { id: string; url: string } | null;
  software: { id: string; name: string; url: string | null };
  publisher: { id: string; name: string } | null;
  /** The version in use. */
  trackedVersion: V;
  /** Null means the same as absent: no inventory has it. The version in use is then the lowest of these. */
  inUse?: InUse | null;
  /** The product in the web application, for people; null = that is switched off. */
  page?: string | null;
  /** Absolute URLs; null means the same as absent. */
  links: {
    favorite?: string | null;
    software?: string | null;
    releases?: string | null;
    /** The release notes of the new version. */
    notes?: string | null;
    /** A page to say that it was updated, to skip or to snooze. */
    manage?: string | null;
    /** Where the dates of support are from. */
    dates?: string | null;
  };
}

/** Where a product is in use at which version, as inventories say it. */
export interface InUse {
  /** The lowest versions first. */
  places: PlaceInUse[];
  /** How many more places there are. */
  more: number;
}

export interface PlaceInUse {
  /** An environment, such as `prod`, or an inventory that has none. */
  place: string;
  version: string;
  /** How many inventories of the place have it. */
  inventories: number;
  /** That its image follows, where that does not say the version. */
  tag?: string;
}

/** Places that a message holds at most. */
export const MAX_PLACES = 20;
/** Characters of the list of places in a message, and in an item of a digest. */
const ROOM = 300;
export const ITEM_ROOM = 60;

/** `prod 1.30.1, stage 1.30.4 and 3 more`: as many as there is room for, one at least; null where there are none. */
export function inUseText({ places, more }: InUse, room = ROOM): string | null {
  const [first, ...others] = places.map(({ place, version, tag }) => {
    const follows = tag === undefined || isNameless(version) ? '' : ` (${cut(tag, 40)})`;
    return `${isolate(cut(place, 40))} ${shownVersion(version, 40)}${follows}`;
  });
  if (first === undefined) return null;
  let text = first;
  let left = others.length + more;
  for (const other of others) {
    if (text.length + other.length > room) break;
    text += `, ${other}`;
    left--;
  }
  return left > 0 ? `${text} and ${left} more` : text;
}

const isNameless = (version: string) => followedIn(version) !== null;

/** `1.30.1`, or `latest@1f0a2b3c4d5e (version not known)`. */
export const shownVersion = (version: string, room = version.length) =>
  cut(version, room) + (isNameless(version) ? ' (version not known)' : '');

import { plusDays, type Product, type Release } from './releases';

/**
 * What the service ought to do, straight from the rules and one favorite at a time: no sets, no due times, no SQL.
 * Every check looks at every favorite again.
 */

export interface Policy {
  prereleases: boolean;
  series: string | null;
  skip: string[];
  /** Milliseconds since 1970. */
  snoozedUntil: number | null;
  minimumAgeDays: number | null;
  /** Ids. */
  channels: string[];
  /** Days; null = the service's own. */
  remindEvery: number | null;
}

export const NO_POLICY: Policy = {
  prereleases: false,
  series: null,
  skip: [],
  snoozedUntil: null,
  minimumAgeDays: null,
  channels: [],
  remindEvery: null,
};

export interface User {
  name: string;
  notified: boolean;
  notifyAlways: boolean | null;
  channels: { id: string; isDefault: boolean; enabled: boolean }[];
}

/** A product as its source shows it at some moment. */
export interface Shelf {
  product: Product;
  /** What arrived, in the order in which it did. */
  arrived: Release[];
  /** In which import each arrived. */
  imports: Map<Release, number>;
  /** Labels that the source has withdrawn. */
  withdrawn: Set<string>;
  /** Something about its versions changed, and no check has looked at it since. */
  changed: boolean;
}

export interface Favorite {
  id: string;
  user: User;
  shelf: Shelf;
  tracked: Release;
  policy: Policy;
  notified: boolean;
  useDefault: boolean;
  notifyAlways: boolean;
  offered: Release | null;
  /** What its owner saw when writing the favorite. */
  known: Release | null;
  /** When it was last decided what it is offered. */
  lookedAt: number;
  /** Time alone has changed what it may be offered, and no check has told of it yet. */
  ripe: boolean;
  /** When the snooze ends that its owner set, until a check has seen to that. */
  wakesAt: number | null;
  /** When the next reminder is due, if reminders are wanted and there is something to be reminded of. */
  due: number | null;
  /** `label` for the first notification of a version, `label #1` for its first reminder. */
  told: Map<string, number>;
}

const numbersOf = (label: string) => (label.match(/\d+/g) ?? []).map(Number);

function inSeries(label: string, series: string): boolean {
  const wanted = numbersOf(series);
  const numbers = numbersOf(label);
  return wanted.every((number, place) => (numbers[place] ?? 0) === number);
}

/** The newest version that the favorite may be offered now, if it is newer than the one in use. */
export function offerOf(favorite: Favorite, now: number): Release | null {
  if (isSnoozed(favorite, now)) return null;
  let best: Release | null = null;
  for (const release of allowed(favorite))
    if (ripeAt(favorite, release) <= now && release.key > (best ?? favorite.tracked).key) best = release;
  return best;
}

const isSnoozed = ({ policy }: Favorite, now: number) => policy.snoozedUntil !== null && policy.snoozedUntil > now;

const ripeAt = ({ policy }: Favorite, release: Release) => plusDays(release.at, policy.minimumAgeDays ?? 0);

/** Newer versions that the favorite may be offered some day. */
function allowed({ policy, shelf, tracked }: Favorite): Release[] {
  const shown = shelf.arrived.filter(({ label }) => !shelf.withdrawn.has(label));
  const nothingElse = shown.every(({ prerelease }) => prerelease);
  // Nothing up to the highest skipped version that could be on offer.
  const floor = shelf.arrived
    .filter(({ label }) => policy.skip.includes(label))
    .filter(({ prerelease }) => !prerelease || policy.prereleases || nothingElse)
    .filter(({ label }) => policy.series === null || inSeries(label, policy.series))
    .reduce((highest, { key }) => (key > highest ? key : highest), '');
  return shown.filter(
    ({ label, key, prerelease }) =>
      key > tracked.key &&
      (!prerelease || policy.prereleases || nothingElse) &&
      (policy.series === null || inSeries(label, policy.series)) &&
      !skips(label, key) &&
      key >= floor,
  );

  /** Another label of the same version is that version. */
  function skips(label: string, key: string): boolean {
    return policy.skip.some(
      (one) => one === label || shelf.arrived.some((other) => other.label === one && other.key === key),
    );
  }
}

/** Whether an offer is more than what was seen on offer before, of which what was withdrawn hides nothing that came after it. */
function isMore({ shelf }: Favorite, offered: Release, seen: Release): boolean {
  const standing = (release: Release) => (shelf.withdrawn.has(release.label) ? 0 : release.prerelease ? 1 : 2);
  if (seen.key < offered.key) return true;
  const isLater = shelf.imports.get(offered)! > shelf.imports.get(seen)!;
  return standing(seen) < standing(offered) && (standing(seen) > 0 || isLater);
}

/** Whether time alone did something since it was looked at last: a snooze ended, or a version got old enough. */
export function ripened(favorite: Favorite, now: number): boolean {
  const { lookedAt, policy } = favorite;
  if (isSnoozed(favorite, now)) return false;
  if (isSnoozed(favorite, lookedAt)) return true;
  if (policy.minimumAgeDays === null) return false;
  return allowed(favorite).some((release) => ripeAt(favorite, release) > lookedAt && ripeAt(favorite, release) <= now);
}

/** The channels that a notification of it goes through now. */
export function channelsOf({ user, useDefault, policy }: Favorite): string[] {
  const wanted = user.channels.filter(({ id, isDefault }) => (useDefault ? isDefault : policy.channels.includes(id)));
  return wanted.filter(({ enabled }) => enabled).map(({ id }) => id);
}

/** Who was reminded of a version has been told of it. */
const wasTold = ({ told }: Favorite, { label }: Release) => told.has(label) || told.has(`${label} #1`);

export class Model {
  readonly favorites = new Map<string, Favorite>();

  /** @param remindEvery days */
  constructor(private readonly remindEvery: number) {}

  /**
   * Its owner writes it and sees in the answer what is offered then. That need not be told any more, unless a check is still to come
   * that is to tell of it, or it is a policy that offers more than the owner knows (nothing is sent here, so nobody was told either).
   */
  write(
    favorite: Favorite,
    now: number,
    seen: 'always' | 'unless-new' | 'unless-raised' | 'never',
    change: () => void,
  ): void {
    favorite.ripe ||= ripened(favorite, now);
    change();
    this.look(favorite, now);
    const { offered, known } = favorite;
    if (seen === 'unless-raised' && offered && (!known || isMore(favorite, offered, known))) favorite.ripe = true;
    const news = favorite.ripe || favorite.shelf.changed;
    // What waits to be sent is not known by that.
    const waits = offered !== null && wasTold(favorite, offered);
    if (!waits && (seen === 'always' || (seen !== 'never' && !news))) favorite.known = offered;
    favorite.due = this.reminds(favorite) ? (favorite.due ?? this.nextReminder(favorite, now)) : null;
  }

  check(now: number): void {
    for (const favorite of this.favorites.values()) this.checkOne(favorite, now);
    for (const { shelf } of this.favorites.values()) shelf.changed = false;
  }

  private look(favorite: Favorite, now: number): void {
    favorite.offered = offerOf(favorite, now);
    favorite.lookedAt = now;
  }

  /** Its owner writes its policy: a snooze that is over is none, and one that ended is followed by another one or still to be told of. */
  setPolicy(favorite: Favorite, now: number, policy: Policy): void {
    this.write(favorite, now, 'unless-raised', () => {
      const { wakesAt } = favorite;
      const unseen = wakesAt !== null && wakesAt <= now ? wakesAt : null;
      favorite.policy = policy;
      favorite.wakesAt = isSnoozed(favorite, now) ? policy.snoozedUntil : unseen;
    });
  }

  private checkOne(favorite: Favorite, now: number): void {
    this.look(favorite, now);
    favorite.ripe = false;
    const woke = favorite.wakesAt !== null && favorite.wakesAt <= now;
    if (woke) favorite.wakesAt = null;
    if (woke && this.wasToldLast(favorite) && this.reaches(favorite)) {
      this.remind(favorite, favorite.offered!.label);
      favorite.due = null;
    }
    if (this.announces(favorite)) {
      this.tell(favorite, favorite.offered!.label);
      favorite.due = null;
    }
    if (!this.reminds(favorite)) favorite.due = null;
    else favorite.due ??= this.nextReminder(favorite, now);
    if (favorite.due === null || favorite.due > now) return;
    favorite.due = this.nextReminder(favorite, now);
    if (this.reaches(favorite)) this.remind(favorite, favorite.offered!.label);
  }

  private announces(favorite: Favorite): boolean {
    const { offered, known } = favorite;
    if (offered === null || !this.reaches(favorite)) return false;
    return !wasTold(favorite, offered) && (known === null || isMore(favorite, offered, known));
  }

  /** Whether it is told of what is offered now, and of nothing newer. */
  private wasToldLast(favorite: Favorite): boolean {
    const { offered, shelf } = favorite;
    if (offered === null || !wasTold(favorite, offered)) return false;
    return !shelf.arrived.some((release) => release.key > offered.key && wasTold(favorite, release));
  }

  private reaches(favorite: Favorite): boolean {
    return favorite.notified && favorite.user.notified && channelsOf(favorite).length > 0;
  }

  private reminds({ offered, notified, useDefault, user, notifyAlways }: Favorite): boolean {
    const always = useDefault ? (user.notifyAlways ?? notifyAlways) : notifyAlways;
    return offered !== null && notified && always;
  }

  private nextReminder(favorite: Favorite, now: number): number {
    return plusDays(now, favorite.policy.remindEvery ?? this.remindEvery);
  }

  private tell(favorite: Favorite, entry: string): void {
    favorite.told.set(entry, channelsOf(favorite).length);
  }

  private remind(favorite: Favorite, label: string): void {
    let number = 1;
    while (favorite.told.has(`${label} #${number}`)) number++;
    this.tell(favorite, `${label} #${number}`);
  }
}

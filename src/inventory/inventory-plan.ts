import { sha256 } from '../common/sha256';
import type { NamedProduct } from './matching/match';
import type { Component, Rejected } from './reading/base/component';
import type { StoredDeployment } from './store/deployment.repository';

/** A component whose product and version are known. */
export interface Placed {
  component: Component;
  softwareId: string;
  software: string;
  label: string;
  /** Its product is made by this upload, or would be. */
  isCreated: boolean;
}

export interface Unmatched {
  component: Component;
  reason: string;
  nearest: NamedProduct | null;
}

/** What components are, before anything is compared. */
export interface Sorted {
  placed: Placed[];
  /** Products could be made of these. */
  creatable: Component[];
  unmatched: Unmatched[];
  ambiguous: { component: Component; candidates: NamedProduct[] }[];
  rejected: Rejected[];
}

export interface Moved {
  placed: Placed;
  stored: StoredDeployment;
}

/** What an upload changes. */
export interface Plan extends Sorted {
  added: Placed[];
  moved: Moved[];
  removed: StoredDeployment[];
  unchanged: number;
  /** Deployments that the inventory has now. */
  stored: number;
  /** By software: the favorites that the user has. */
  favorites: Map<string, string>;
}

/** Below so many, an upload may remove all. */
const SHRINK_FROM = 4;

/** More than half of what there is would go. */
export const shrinks = ({ stored, removed }: Pick<Plan, 'stored' | 'removed'>): boolean =>
  stored >= SHRINK_FROM && removed.length * 2 > stored;

/** Compares what a file says with what is stored. The same label is found by its text; other versions of a product are paired in their order. */
export function compare(
  sorted: Sorted,
  stored: StoredDeployment[],
  favorites: Map<string, string>,
  /** How many more favorites the user may have. */
  places: number,
): Plan {
  const plan: Plan = {
    ...sorted,
    rejected: [...sorted.rejected],
    ...{ added: [], moved: [], removed: [], unchanged: 0, stored: stored.length, favorites },
  };
  const left = new Map<string, StoredDeployment[]>();
  for (const row of stored) left.set(row.software_id, [...(left.get(row.software_id) ?? []), row]);
  const fresh = new Map<string, Placed[]>();
  for (const one of uniqueOf(sorted.placed)) {
    const rows = left.get(one.softwareId) ?? [];
    const at = rows.findIndex(({ label }) => label === one.label);
    if (at < 0) fresh.set(one.softwareId, [...(fresh.get(one.softwareId) ?? []), one]);
    else {
      const [row] = rows.splice(at, 1);
      if (row!.version_id === row!.seen_version_id) plan.unchanged++;
      else plan.moved.push({ placed: one, stored: row! });
    }
  }
  let room = places;
  for (const [softwareId, ones] of [...fresh].sort(byKey)) {
    if (!favorites.has(softwareId) && room-- <= 0) {
      const reason = 'you have as many favorites as you may have';
      for (const { component } of ones) plan.rejected.push({ where: component.where, reason });
      continue;
    }
    const rows = (left.get(softwareId) ?? []).sort((a, b) => order(a.label, b.label));
    for (const one of ones.sort((a, b) => order(a.label, b.label))) {
      const row = rows.shift();
      if (row) plan.moved.push({ placed: one, stored: row });
      else plan.added.push(one);
    }
  }
  plan.removed = [...left].sort(byKey).flatMap(([, rows]) => rows);
  return plan;
}

/** The same outcome has the same digest, whatever the order of the file. Products that are made count as those that would be. */
export function digestOf(plan: Plan, scope: string): string {
  const keyOf = ({ component, softwareId, label, isCreated }: Placed) =>
    isCreated ? `made ${component.purl}` : `${softwareId} ${label}`;
  const made = plan.creatable.map(({ purl }) => `made ${purl}`);
  return sha256(
    JSON.stringify([
      scope,
      [...plan.added.map(keyOf), ...made].sort(),
      plan.moved.map(({ placed, stored }) => `${keyOf(placed)} ${stored.id} ${stored.version_id}`).sort(),
      plan.removed.map(({ id }) => id).sort(),
      plan.unchanged,
      plan.unmatched.map(({ component, reason }) => `${component.name} ${component.version} ${reason}`).sort(),
      plan.ambiguous.map(({ component }) => `${component.name} ${component.version}`).sort(),
      plan.rejected.map(({ where, reason }) => `${where} ${reason}`).sort(),
    ]),
  );
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const byKey = <T>([a]: [string, T], [b]: [string, T]) => order(a, b);

/** One of each product and label, the first. */
function uniqueOf(placed: Placed[]): Placed[] {
  const known = new Map<string, Placed>();
  for (const one of placed) {
    const key = `${one.softwareId} ${one.label}`;
    if (!known.has(key)) known.set(key, one);
  }
  return [...known.values()];
}

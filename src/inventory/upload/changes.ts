import { getOrMake } from '../../common/get-or-make';
import type { StoredDeployment } from '../../favorite/deployment/deployment.repository';
import type { Placed, Plan } from './inventory-plan';

/** What a run changes. */
export interface Changes extends Pick<Plan, 'added' | 'moved' | 'removed'> {
  /** Deployments that waited, and lower their favorites now: one of a product. */
  accepted?: StoredDeployment[];
}

/** The changes of one product. */
export interface Change {
  softwareId: string;
  placed: Placed[];
  gone: StoredDeployment[];
  accepted?: StoredDeployment;
}

/** Components of a transaction. A deletion weighs more, as favorites may go with their notifications. */
const PAGE = 500;
const GONE_WEIGHS = 10;

/** By product, in the order of their ids. */
export function changesOf({ added, moved, removed, accepted = [] }: Changes): Change[] {
  const changes = new Map<string, Change>();
  const of = (softwareId: string) =>
    getOrMake(changes, softwareId, (): Change => ({ softwareId, placed: [], gone: [] }));
  for (const one of added) of(one.softwareId).placed.push(one);
  for (const { placed, stored } of moved) {
    of(placed.softwareId).placed.push(placed);
    of(placed.softwareId).gone.push(stored);
  }
  for (const stored of removed) of(stored.software_id).gone.push(stored);
  for (const stored of accepted) of(stored.software_id).accepted = stored;
  return [...changes.values()].sort((a, b) => (a.softwareId < b.softwareId ? -1 : 1));
}

/** Changes of a transaction each. */
export function pagesOf(changes: Change[]): Change[][] {
  const pages: Change[][] = [];
  let room = 0;
  for (const change of changes) {
    const weight = change.placed.length + (change.placed.length > 0 ? 0 : GONE_WEIGHS);
    if (room < weight) {
      pages.push([]);
      room = PAGE;
    }
    pages.at(-1)!.push(change);
    room -= weight;
  }
  return pages;
}

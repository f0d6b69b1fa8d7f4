import { followedTag } from 'address-reader';
import type { Component, LabelPolicy, Rejected } from 'inventory-reader';
import { TimeSlice } from 'small-parts';
import type { KeyRange } from 'version-order';
import type { UserActor } from '../../api/identity/actor';
import { getOrMake } from '../../common/get-or-make';
import { sha256 } from '../../common/fingerprint';
import type { NamedSoftware } from '../../software/dto/named-software';
import type { CountingRow, StoredDeployment } from '../../favorite/deployment/deployment.repository';

/** A component whose product and version are known. */
export interface Placed {
  component: Component;
  softwareId: string;
  software: string;
  label: string;
  /** Where the label is a series, such as `16`: the keys of its versions. Which of them runs, the file does not say. */
  series?: KeyRange;
  /** The version in use that the series has, which counts for it; absent = as the label says. */
  version?: string;
  /** The series that its tag follows, such as `16`. */
  follows?: string;
  /** Of the favorite that is made for it, as labels or its tag say. */
  policy?: LabelPolicy;
  /** This upload creates its product, or would. */
  isCreated: boolean;
}

/** The upload, or the deletion, that changes an inventory. */
export interface Run {
  id: string;
  inventoryId: string;
  caller: UserActor;
  /** Whether it is in the history. */
  isRecorded?: true;
  /** Whether a deployment that came may lower its favorite; the others wait. */
  mayLower?(row: CountingRow): boolean;
}

export interface PlacedVersion {
  placed: Placed;
  versionId: string;
}

export interface Unmatched {
  component: Component;
  reason: string;
  nearest: NamedSoftware | null;
  /** Whether `nearest` is its product, of which only the version is missing. */
  isProduct: boolean;
}

/** A component that somebody, or a label of it, ignores. */
export interface Ignored {
  component: Component;
  /** Id of the decision; null = a label says so. */
  decision: string | null;
}

/** Components with their products and versions, before the comparison. */
export interface Sorted {
  placed: Placed[];
  /** Products could be created from these. */
  creatable: Component[];
  unmatched: Unmatched[];
  ambiguous: { component: Component; candidates: NamedSoftware[] }[];
  ignored: Ignored[];
  rejected: Rejected[];
  /** Whether a limit of the user has left something out, which another time may have room for. */
  isLimited: boolean;
  /** `<name> <tag>` of images whose registries have not said yet which version they are: their deployments stay. */
  awaited: Set<string>;
}

export interface Moved {
  placed: Placed;
  stored: StoredDeployment;
}

/** A favorite that would show a lower version than now. */
export interface Lowered {
  /** Its lowest version in the file. */
  placed: Placed;
  /** The version that it has. */
  from: string;
  /** The deployment that says so already, and waits. */
  stored?: StoredDeployment;
}

/** The changes of an upload. */
export interface Plan extends Sorted {
  added: Placed[];
  moved: Moved[];
  removed: StoredDeployment[];
  lowered: Lowered[];
  /** Favorites that keep their version: the lower one of the file waits. */
  kept: Lowered[];
  unchanged: Moved[];
  /** Deployments that the inventory has now. */
  stored: number;
  /** Sentences. */
  warnings: string[];
  /** By product: the favorites that the user has. */
  favorites: Map<string, string>;
}

/** Below so many, an upload may remove more than half, as long as every product stays. */
const SHRINK_FROM = 4;

/** Whether more than half of the deployments would go, or, in a small inventory, the last version of a product. An image that is another product now stays. */
export function shrinks({ stored, removed, placed }: Pick<Plan, 'stored' | 'removed' | 'placed'>): boolean {
  const stay = new Set(placed.map(({ softwareId }) => softwareId));
  const names = new Set(placed.map(({ component }) => component.name));
  const gone = removed.filter(({ software_id, name }) => stay.has(software_id) || !names.has(name));
  if (gone.length * 2 <= stored) return false;
  return stored >= SHRINK_FROM || gone.some(({ software_id }) => !stay.has(software_id));
}

/** Most versions of one product in an inventory: a longer list is not a fleet but a list of releases. */
export const VERSIONS_PER_PRODUCT = 1_000;

/**
 * Compares a file with the stored deployments. The same label is found by its text; other versions of a product are paired in their order.
 * Of a product with more than `VERSIONS_PER_PRODUCT`, those that are stored already come first, then the lower labels; the rest is rejected.
 */
export async function compare(
  sorted: Sorted,
  stored: StoredDeployment[],
  favorites: Map<string, string>,
  /** How many more favorites the user may have. */
  places: number,
): Promise<Plan> {
  const slice = new TimeSlice();
  const plan: Plan = {
    ...sorted,
    rejected: [...sorted.rejected],
    ...{
      added: [],
      moved: [],
      removed: [],
      lowered: [],
      kept: [],
      unchanged: [],
      stored: stored.length,
      favorites,
      warnings: [],
    },
  };
  const left = new Map<string, Map<string, StoredDeployment>>();
  for (const row of stored)
    getOrMake(left, row.software_id, () => new Map<string, StoredDeployment>()).set(row.label, row);
  const fresh = new Map<string, { ones: Placed[]; known: number }>();
  for (const one of uniqueOf(sorted.placed)) {
    if (slice.isOver) await slice.next();
    const rows = left.get(one.softwareId);
    const row = rows?.get(one.label);
    const of = getOrMake(fresh, one.softwareId, () => ({ ones: [], known: 0 }));
    if (row === undefined) {
      of.ones.push(one);
      continue;
    }
    rows!.delete(one.label);
    of.known++;
    const isSame = row.version_id === row.seen_version_id || isWithin(row.version_key, one.series);
    plan[isSame ? 'unchanged' : 'moved'].push({ placed: one, stored: row });
  }
  let room = places;
  for (const [softwareId, { ones, known }] of [...fresh].sort(byKey)) {
    if (ones.length === 0) continue;
    if (!favorites.has(softwareId) && room-- <= 0) {
      const reason = 'you have reached your limit of favorites';
      plan.isLimited = true;
      for (const { component } of ones) plan.rejected.push({ where: component.where, reason });
      continue;
    }
    const rows = [...(left.get(softwareId)?.values() ?? [])].sort((a, b) => order(a.label, b.label));
    const kept = Math.max(0, VERSIONS_PER_PRODUCT - known);
    for (const [at, one] of ones.sort((a, b) => order(a.label, b.label)).entries()) {
      if (slice.isOver) await slice.next();
      const row = rows[at];
      if (at >= kept) plan.rejected.push({ where: one.component.where, reason: TOO_MANY_VERSIONS });
      else if (row === undefined) plan.added.push(one);
      else {
        plan.moved.push({ placed: one, stored: row });
        left.get(softwareId)!.delete(row.label);
      }
    }
  }
  plan.removed = [...left]
    .sort(byKey)
    .flatMap(([, rows]) => [...rows.values()].sort((a, b) => order(a.label, b.label)));
  return plan;
}

/** Favorites go down where they may, and to what a followed tag led to; the others keep their versions. @param may ids of products */
export function keepOthers(plan: Plan, may: ReadonlySet<string>): Plan {
  const goes = ({ placed }: Lowered) => may.has(placed.softwareId) || followedTag(placed.component) !== null;
  return { ...plan, lowered: plan.lowered.filter(goes), kept: plan.lowered.filter((one) => !goes(one)) };
}

/** Whether a sort key is one of a series. */
export const isWithin = (key: string, series: KeyRange | undefined): boolean =>
  series !== undefined && key >= series.gte && key < series.lt;

const TOO_MANY_VERSIONS = `an inventory has at most ${VERSIONS_PER_PRODUCT.toLocaleString('en')} versions of a product`;

/** The same outcome has the same digest, whatever the order of the file. Products that are made count as those that would be. */
export async function digestOf(plan: Plan, scope: string): Promise<string> {
  const policyOf = (policy?: LabelPolicy) => (policy ? ` ${JSON.stringify(policy)}` : '');
  const madeOf = ({ purl, policy }: Component) => `made ${purl}${policyOf(policy)}`;
  const keyOf = ({ component, softwareId, label, policy, isCreated }: Placed) =>
    isCreated ? madeOf(component) : `${softwareId} ${label}${policyOf(policy)}`;
  const nameOf = ({ name, version }: Component) => `${name} ${version}`;
  const made = plan.creatable.map(madeOf);
  const lists = [
    () => [...plan.added.map(keyOf), ...made],
    () => plan.moved.map(({ placed, stored }) => `${keyOf(placed)} ${stored.id} ${stored.version_id}`),
    () => plan.removed.map(({ id }) => id),
    () => plan.lowered.map(({ placed, from }) => `${keyOf(placed)} ${from}`),
    () => plan.unmatched.map(({ component, reason }) => `${nameOf(component)} ${reason}`),
    () => plan.ambiguous.map(({ component }) => nameOf(component)),
    () => plan.ignored.map(({ component }) => nameOf(component)),
    () => plan.rejected.map(({ where, reason }) => `${where} ${reason}`),
  ];
  const slice = new TimeSlice();
  const parts = [JSON.stringify([scope, plan.unchanged.length])];
  for (const list of lists) {
    parts.push(sha256(JSON.stringify(list().sort())));
    if (slice.isOver) await slice.next();
  }
  return sha256(parts.join(' '));
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const byKey = <T>([a]: [string, T], [b]: [string, T]) => order(a, b);

/** One of each product and label, the first. */
export function uniqueOf(placed: Placed[]): Placed[] {
  const known = new Map<string, Placed>();
  for (const one of placed) {
    const key = `${one.softwareId} ${one.label}`;
    if (!known.has(key)) known.set(key, one);
  }
  return [...known.values()];
}

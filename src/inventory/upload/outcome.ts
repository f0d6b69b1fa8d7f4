import type { Component, LabelPolicy, Rejected } from 'inventory-reader';
import {
  type ContentEntry,
  type ContentResponse,
  type LabelPolicyResponse,
  LISTED_AT_MOST,
  type MovedEntry,
  type ReadComponent,
  type UnmatchedEntry,
  type VersionFacts,
} from './dto/content.response';
import { type Lowered, type Placed, type Plan, shrinks, type Unmatched } from './inventory-plan';
import type { StoredDeployment } from '../../favorite/deployment/deployment.repository';

/** The result of an upload or of its dry run. */
export type Outcome = Omit<ContentResponse, 'inventory'>;

const COUNTED = [
  ...(['added', 'moved', 'removed', 'lowered', 'kept', 'unchanged'] as const),
  ...(['unmatched', 'ambiguous', 'ignored', 'rejected', 'created'] as const),
];

/** How many there are in each of these lists. */
export const sizesOf = <const Name extends keyof Plan | 'created'>(
  lists: Partial<Record<Name, unknown>>,
  names: readonly Name[],
) => Object.fromEntries(names.map((name) => [name, (lists[name] as unknown[]).length])) as Record<Name, number>;

/** @param late components that were refused during the writing @param known about versions that are added */
export function outcomeOf(
  plan: Plan,
  facts: Pick<Outcome, 'digest' | 'format' | 'warnings' | 'dry_run' | 'components' | 'upload' | 'unchanged'>,
  late: Rejected[] = [],
  known: ReadonlyMap<Placed, VersionFacts> = new Map(),
): Outcome {
  const entryOf = (one: Placed): ContentEntry => ({
    ...shown(one.component),
    software: { id: one.softwareId, name: one.software },
    favorite: plan.favorites.get(one.softwareId) ?? null,
    ...policyEntry(one.policy),
    ...(known.has(one) ? { facts: known.get(one)! } : {}),
  });
  const made = plan.added.filter(({ isCreated }) => isCreated);
  const added = plan.added.filter(({ isCreated }) => !isCreated);
  const rejected = [...plan.rejected, ...late];
  const first = <T, U>(list: T[], to: (one: T) => U) => list.slice(0, LISTED_AT_MOST).map(to);
  const lower = ({ placed, from }: Lowered) => ({ ...entryOf(placed), from, to: placed.label });
  const wouldBe = plan.creatable.map((one) => ({
    ...{ ...shown(one), software: null, favorite: null },
    ...policyEntry(one.policy),
  }));
  return {
    ...facts,
    shrinks: shrinks(plan),
    counts: sizesOf({ ...plan, added, rejected, created: [...made, ...wouldBe] }, COUNTED),
    added: first(added, entryOf),
    moved: first(plan.moved, ({ placed, stored }) => ({ ...entryOf(placed), from: stored.version, to: placed.label })),
    removed: first(plan.removed, removedEntry),
    lowered: first(plan.lowered, lower),
    kept: first(plan.kept, lower),
    unmatched: first(plan.unmatched, unmatchedEntry),
    ambiguous: first(plan.ambiguous, ({ component, ...one }) => ({ ...shown(component), ...one })),
    ignored: first(plan.ignored, ({ component, decision }) => ({
      ...{ ...shown(component), decision, label: decision === null ? component.ignored! : null },
    })),
    rejected: rejected.slice(0, LISTED_AT_MOST),
    created: [...first(made, entryOf), ...wouldBe].slice(0, LISTED_AT_MOST),
  };
}

/** Reasons of stored components. */
export const SEVERAL = 'several products have this name or identifier';
export const WAS_IGNORED = 'it was ignored in the last upload';

/** Bytes, which a column of text has on every database. */
const KEPT = 60_000;

/** The unmatched components, to be shown until the next upload: how many, and the first of them as JSON. */
export function unmatchedOf({ unmatched, ambiguous, ignored }: Plan): { unmatched: number; entries: string } {
  const kept: string[] = [];
  let size = 2;
  const several = ambiguous.map(({ component, candidates }) => ({
    ...{ component, reason: SEVERAL },
    ...{ nearest: candidates[0] ?? null, isProduct: false },
  }));
  // They are listed again once they are no longer ignored.
  const hidden = ignored
    .filter(({ decision }) => decision !== null)
    .map(({ component }) => ({
      ...{ component, reason: component.elsewhere ?? WAS_IGNORED, nearest: null, isProduct: false },
    }));
  for (const one of [...unmatched, ...several, ...hidden]) {
    const text = JSON.stringify(unmatchedEntry(one));
    size += Buffer.byteLength(text) + 1;
    if (size > KEPT || kept.length === LISTED_AT_MOST) break;
    kept.push(text);
  }
  return { unmatched: unmatched.length + ambiguous.length, entries: `[${kept.join(',')}]` };
}

/** A favorite whose version would go down. */
export const loweredEntry = ({ placed, from }: Lowered): MovedEntry => ({
  ...shown(placed.component),
  ...{ software: { id: placed.softwareId, name: placed.software }, favorite: null, from, to: placed.label },
});

const unmatchedEntry = ({ component, isProduct, ...one }: Unmatched): UnmatchedEntry => ({
  ...shown(component),
  ...one,
  is_product: isProduct,
  ...policyEntry(component.policy),
});

const policyEntry = (of?: LabelPolicy): { policy?: LabelPolicyResponse } => ({
  ...(of && {
    policy: {
      ...{ labels: of.labels, include_prereleases: of.prereleases, series: of.series },
      minimum_age_days: of.minimumAgeDays,
    },
  }),
});

/** The other way. */
export const policyIn = ({ policy: of }: ReadComponent): { policy?: LabelPolicy } => ({
  ...(of && {
    policy: {
      ...{ labels: of.labels, prereleases: of.include_prereleases, series: of.series },
      minimumAgeDays: of.minimum_age_days,
    },
  }),
});

const shown = ({ name, purl, version, where, moving, digest }: Component): ReadComponent => ({
  ...{ name, purl, version, where },
  ...(digest !== undefined && { digest }),
  ...(moving && { version_from: moving.from, tag: moving.tag }),
});

const removedEntry = (row: StoredDeployment): ContentEntry => ({
  ...{ name: row.name, purl: null, version: row.version, where: null },
  software: { id: row.software_id, name: row.software },
  favorite: row.favorite_id,
});

import { TimeSlice } from 'small-parts';
import {
  compareKeys,
  NO_FORM,
  orderingFor,
  OTHER_FORM,
  type PatternBudget,
  type ProductOrdering,
  type SchemeName,
} from 'version-order';
import { parseMoment, toApiTimestamp } from '../../common/time/utc-timestamp';
import type { OrderingRow } from '../../software/software.repository';
import { orderingOf } from '../../version/versions/ordering-settings';
import { chosenForm, type FormGroup, formOfTag } from '../sources/one-form';
import type { Release } from '../sources/source';
import type {
  AnswerResponse,
  LeftOutReason,
  LeftOutResponse,
  PreviewVersionResponse,
  TagFormResponse,
} from './dto/preview.response';

const NEWEST = 5;
const EXAMPLES = 5;
const MAX_FORMS = 20;

/** A release with what decides its place. */
interface Placed {
  release: Release;
  key: string;
}

/** What the answer of a source gives under an ordering: what is offered, and what is left out and why. */
export async function summaryOf(
  releases: Release[],
  row: OrderingRow,
  budget: PatternBudget,
): Promise<Pick<AnswerResponse, 'total' | 'versions' | 'newest' | 'left_out'>> {
  const ordering = orderingOf(row);
  const offered: Placed[] = [];
  const early: Placed[] = [];
  const leftOut = new LeftOut();
  const slice = new TimeSlice();
  for (const release of releases) {
    if (slice.isOver) await slice.next();
    const hints = { prerelease: release.prerelease ?? undefined, releasedAt: release.releasedAt };
    const read = ordering.read(release.version, hints, budget);
    const reason = reasonFor(release, ordering, read, budget);
    if (reason === null) offered.push({ release, key: read.key });
    else leftOut.add(reason, release.version);
    if (reason === 'pre-release') early.push({ release, key: read.key });
  }
  return {
    total: releases.length,
    versions: offered.length,
    newest: newestOf(offered.length > 0 ? offered : early, offered.length === 0),
    left_out: leftOut.all(),
  };
}

/** null = it is offered. */
function reasonFor(
  { version, withdrawn, leftOut = '' }: Release,
  ordering: ProductOrdering,
  { ignored, prerelease, valid }: ReturnType<ProductOrdering['read']>,
  budget: PatternBudget,
): LeftOutReason | null {
  if (withdrawn) return 'withdrawn';
  const isOther = leftOut.startsWith(OTHER_FORM);
  if (leftOut !== '' && !isOther) return 'not-offered';
  if (ignored) {
    if (ordering.isTagged(version, budget)) return ordering.isExcluded(version, budget) ? 'ignored' : 'no-version';
    const form = formOfTag(version);
    if (form === null) return 'no-version';
    // The same but for its stage.
    return form.isStage && ordering.isTagged(withoutStage(version, form.version), budget)
      ? 'pre-release'
      : 'other-form';
  }
  if (isOther && !ordering.hasTagPattern) return leftOut === NO_FORM ? 'no-version' : 'other-form';
  if (!valid || !/\d/.test(ordering.versionIn(version, budget))) return 'no-version';
  return prerelease ? 'pre-release' : null;
}

/** `1.28.0-rc1-alpine` as `1.28.0-alpine`: the tag of the release that it is for. */
const withoutStage = (tag: string, version: string) => tag.replace(version, /^[\d.]*\d/.exec(version)?.[0] ?? version);

class LeftOut {
  private readonly found = new Map<LeftOutReason, LeftOutResponse>();

  add(reason: LeftOutReason, label: string): void {
    const one = this.found.get(reason) ?? { reason, count: 0, examples: [] };
    this.found.set(reason, one);
    one.count++;
    if (one.examples.length < EXAMPLES) one.examples.push(label);
  }

  all(): LeftOutResponse[] {
    return [...this.found.values()].sort((a, b) => b.count - a.count);
  }
}

const newestOf = (placed: Placed[], prerelease: boolean): PreviewVersionResponse[] =>
  placed
    .sort((a, b) => compareKeys(b.key, a.key))
    .slice(0, NEWEST)
    .map(({ release }) => toPreviewVersion(release, prerelease));

function toPreviewVersion({ version, releasedAt }: Release, prerelease: boolean): PreviewVersionResponse {
  const moment = releasedAt === null ? null : parseMoment(releasedAt);
  return { version, released_at: moment === null ? null : toApiTimestamp(moment), prerelease };
}

interface Group extends FormGroup {
  count: number;
  newest: Placed;
}

/** The forms of tags, the chosen one first. */
export interface TagForms {
  forms: TagFormResponse[];
  /** The tag pattern of the chosen one; null = no tag has a form. */
  pattern: string | null;
}

/**
 * The forms that tags have.
 * @param inUse labels of the form that is wanted; the first that the tags have counts, else that which most have
 */
export async function formsOf(releases: Release[], inUse: string[], scheme: SchemeName): Promise<TagForms> {
  const groups = new Map<string, Group>();
  const slice = new TimeSlice();
  for (const release of releases) {
    if (slice.isOver) await slice.next();
    const form = formOfTag(release.version);
    if (form === null || release.withdrawn) continue;
    const placed = { release, key: orderingFor({ scheme }).scheme.key(form.version) };
    const group = groups.get(form.name);
    if (!group) groups.set(form.name, { form, stable: 0, count: 0, example: release.version, newest: placed });
    const known = groups.get(form.name)!;
    known.count++;
    if (!form.isStage) known.stable++;
    if (isNewer(placed, form.isStage, known)) Object.assign(known, { form, newest: placed });
  }
  const chosen = chosenForm(groups, inUse);
  const isWanted = chosen !== undefined && inUse.some((label) => formOfTag(label)?.name === chosen.form.name);
  const early = isWanted ? inUse.map(formOfTag).find((form) => form?.name === chosen.form.name && form.isStage) : null;
  const others = [...groups.values()].filter((one) => one !== chosen).sort((a, b) => b.count - a.count);
  const all = chosen ? [chosen, ...others] : others;
  return {
    forms: all.slice(0, MAX_FORMS).map((group) => toTagForm(group, group === chosen)),
    pattern: early?.pattern ?? chosen?.form.pattern ?? null,
  };
}

/** A release stands for its form before any pre-release. */
function isNewer(placed: Placed, isStage: boolean, { form, newest }: Group): boolean {
  if (form.isStage !== isStage) return form.isStage;
  return compareKeys(placed.key, newest.key) > 0;
}

const toTagForm = ({ form, count, newest }: Group, chosen: boolean): TagFormResponse => ({
  form: newest.release.version,
  tag_pattern: form.pattern,
  count,
  newest: toPreviewVersion(newest.release, form.isStage),
  chosen,
});

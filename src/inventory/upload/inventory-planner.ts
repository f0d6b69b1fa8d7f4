import { Injectable } from '@nestjs/common';
import { followedTag, isPublicImage } from 'address-reader';
import type { Component, Inventory } from 'inventory-reader';
import { TimeSlice } from 'small-parts';
import { compareKeys, PatternBudget } from 'version-order';
import type { Owner } from '../../api/identity/actor';
import { getOrMake } from '../../common/get-or-make';
import { Config } from '../../config/config';
import { Database } from '../../database/database';
import { FavoriteStateRepository } from '../../favorite/store/favorite-state.repository';
import { compare, type Ignored, isWithin, type Lowered, type Placed, type Plan, type Sorted } from './inventory-plan';
import { isAnybodys } from '../../lookup/image/image-digests';
import { ImageMatcher, isImage } from '../../lookup/image/image-matcher';
import { type Match, NO_PRODUCT } from '../../lookup/matching/match';
import { ProductMaker } from '../../lookup/matching/product-maker';
import { DeploymentRepository } from '../../favorite/deployment/deployment.repository';
import { orderingOf } from '../../version/versions/ordering-settings';
import { placeOf } from '../../version/versions/own-version';
import { decisionOn, type Decisions } from '../store/decision.repository';
import type { InventoryScope } from '../store/inventory.list';
import type { InventoryRow } from '../store/inventory.repository';
import { LabelPolicies } from './label-policies';
import type { UploadOptions } from './upload-query';
import { VersionFactsReader } from './version-facts';

/** Formats that list the parts of something, and name that. */
const BILLS_OF_MATERIALS = new Set(['cyclonedx', 'spdx']);

/** `main`: the subject of a bill of materials, images and applications; in other files, the directly requested components. */
export function inScope({ format, components }: Inventory, scope: InventoryScope): Component[] {
  if (scope === 'all') return components;
  if (scope === 'direct' || !BILLS_OF_MATERIALS.has(format)) return components.filter(({ direct }) => direct !== false);
  return components.filter((one) => one.main === true || isImage(one));
}

/** Milliseconds for the patterns of one product, and for those of all together. */
const PRODUCT_MS = 200;
const ALL_MS = 2_000;

/** Plans the changes of an upload, which lower favorites too: one shows the lowest version of its deployments. Writes nothing. */
@Injectable()
export class InventoryPlanner {
  constructor(
    private readonly database: Database,
    private readonly matcher: ImageMatcher,
    private readonly maker: ProductMaker,
    private readonly favorites: FavoriteStateRepository,
    private readonly deployments: DeploymentRepository,
    private readonly config: Config,
    private readonly known: VersionFactsReader,
    private readonly labels: LabelPolicies,
  ) {}

  /** What matters about the versions that it adds. */
  factsOf = ({ added }: Plan) => this.known.of(added);

  /** @param made components whose products this upload has created @param isLookedAt by somebody, whom it tells of products that are alike */
  async sort(
    { userId }: Owner,
    given: Component[],
    { creating, followsTags }: Pick<UploadOptions, 'creating' | 'followsTags'>,
    made: ReadonlySet<Component>,
    decisions: Decisions,
    isLookedAt = false,
  ): Promise<Sorted> {
    const sorted: Sorted = {
      ...{ placed: [], creatable: [], unmatched: [], ambiguous: [], ignored: [], rejected: [] },
      ...{ isLimited: false, awaited: new Set<string>() },
    };
    const decided = (one: Component) => decisionOn(decisions, one)?.softwareId ?? undefined;
    const wanted = withoutIgnored(given, decisions, sorted.ignored);
    const read = await this.matcher.match(wanted, decisions.size > 0 ? decided : undefined, isLookedAt, followsTags);
    const { components, matches } = read;
    // What a registry has not said yet, it says to the next upload; until then what is there stays.
    const awaited = [...read.tags].filter(([, tag]) => tag === undefined);
    sorted.isLimited = awaited.length > 0;
    for (const [{ name, version }] of awaited) sorted.awaited.add(`${name} ${version}`);
    const slice = new TimeSlice();
    const mode = creating ?? (this.config.productsByUsers ? 'images' : 'none');
    let left = mode === 'images' ? await this.maker.productsLeft(userId) : Infinity;
    for (const [at, component] of components.entries()) {
      if (slice.isOver) await slice.next();
      const match = matches[at]!;
      if (match.state === 'rejected') sorted.rejected.push({ where: component.where, reason: match.reason });
      else if (match.state === 'ambiguous') sorted.ambiguous.push({ component, candidates: match.candidates });
      else if (match.state === 'unmatched') {
        const isAwaited = read.tags.has(component) && read.tags.get(component) === undefined;
        const refusal = isAwaited ? NOT_ASKED : await this.refusalOf(component, match, mode, left);
        if (refusal === null) {
          sorted.creatable.push(component);
          left -= 1;
        } else {
          const { nearest, isProduct = false } = match;
          sorted.isLimited ||= refusal === tooMany(this.config.productsPerDay);
          const reason = followsTag(component, refusal) ? followText(component) : refusal;
          sorted.unmatched.push({ component, reason, nearest, isProduct });
        }
      } else if (match.label === null) {
        const nearest = { id: match.softwareId, name: match.softwareName };
        sorted.unmatched.push({ component, reason: 'the file does not say its version', nearest, isProduct: true });
      } else
        sorted.placed.push({
          component,
          softwareId: match.softwareId,
          software: match.softwareName,
          label: match.label,
          ...(match.series ? { series: match.series } : {}),
          ...seriesOf(component, match),
          isCreated: made.has(component),
        });
    }
    return sorted;
  }

  /**
   * Why no product is made of it; null = one is, or would be.
   * @param left products that the user may still add today
   */
  private async refusalOf(
    component: Component,
    match: Match & { state: 'unmatched' },
    mode: 'all' | 'images' | 'none',
    left: number,
  ): Promise<string | null> {
    const isPublic = match.isProduct ? isAnybodys : isPublicImage;
    const mayBe = mode === 'all' || (mode === 'images' && component.purl !== null && isPublic(component.purl));
    if (!mayBe || match.reason !== NO_PRODUCT || component.version === null) return match.reason;
    if (mode === 'images' && match.isProposed) return PROPOSED;
    return left > 0 ? this.maker.refusalOf(component) : tooMany(this.config.productsPerDay);
  }

  /** @param environment that the inventory will have */
  async compare(
    { userId }: Owner,
    inventory: InventoryRow | undefined,
    sorted: Sorted,
    environment: string | null,
  ): Promise<Plan> {
    const all = inventory ? await this.deployments.ofInventory(this.database, inventory.id) : [];
    const stored = all.filter(({ name, tag }) => tag === null || !sorted.awaited.has(`${name} ${tag}`));
    const settled = await this.settleSeries(userId, sorted.placed);
    const softwareIds = [...new Set(settled.map(({ softwareId }) => softwareId))];
    const favorites = await this.favorites.idsOfSoftware(this.database, userId, softwareIds);
    const places = this.config.favoritesPerUser - (await this.favorites.count(this.database, userId));
    const { placed, warnings } = await this.labels.settle(settled, favorites);
    const plan = await compare({ ...sorted, placed }, stored, favorites, places);
    plan.warnings.push(...warnings);
    plan.lowered = await this.lowered(userId, plan, environment);
    return plan;
  }

  /** Series that have the version in use get it. @param places of the components */
  async settleSeries(userId: string, places: Placed[]): Promise<Placed[]> {
    const inUse = await this.inUse(
      userId,
      places.filter(({ series }) => series !== undefined),
    );
    return places.map((one) => {
      const current = inUse.get(one.softwareId);
      return current && isWithin(current.version_key, one.series) ? { ...one, version: current.version } : one;
    });
  }

  /** As the labels of their containers say. */
  settlePolicies(places: Placed[], favorites: ReadonlyMap<string, string>) {
    return this.labels.settle(places, favorites);
  }

  /** One entry for each favorite that would show a lower version, with the lowest of the file. By name of product. @param environment of the inventory */
  async lowered(
    userId: string,
    { added, moved, unchanged, favorites }: Pick<Plan, 'added' | 'moved' | 'unchanged' | 'favorites'>,
    environment: string | null,
  ): Promise<Lowered[]> {
    const coming = [...added, ...moved.map(({ placed }) => placed)].filter(({ softwareId }) =>
      favorites.has(softwareId),
    );
    const lowest = new Map<string, Lowered & { key: string }>();
    const note = (one: Lowered & { key: string }) => {
      const known = lowest.get(one.placed.softwareId);
      if (known === undefined || compareKeys(one.key, known.key) < 0) lowest.set(one.placed.softwareId, one);
    };
    for (const { placed, stored } of unchanged)
      if (stored.waits) note({ placed, stored, from: stored.in_use, key: stored.version_key });
    const inUse = await this.inUse(userId, coming, environment);
    const keys = await this.deployments.keysOf(
      this.database,
      coming.map(({ softwareId, label, version }) => [softwareId, version ?? label]),
    );
    const slice = new TimeSlice();
    const whole = new PatternBudget(ALL_MS);
    const budgets = new Map<string, PatternBudget>();
    for (const placed of coming) {
      if (slice.isOver) await slice.next();
      const { softwareId } = placed;
      const label = placed.version ?? placed.label;
      const current = inUse.get(softwareId);
      // Removed meanwhile: it becomes a new favorite.
      if (current === undefined || current.answers) continue;
      const budget = getOrMake(budgets, softwareId, () => new PatternBudget(PRODUCT_MS, whole));
      const key = keys.get(`${softwareId} ${label}`) ?? keyOf(placeOf(orderingOf(current), label, budget));
      // A version that cannot be compared is refused when it is written.
      if (key !== null && compareKeys(key, current.version_key) < 0) note({ placed, from: current.version, key });
    }
    return [...lowest.values()].sort((a, b) => (a.placed.software < b.placed.software ? -1 : 1));
  }

  private inUse(userId: string, places: Placed[], environment: string | null = null) {
    const ids = [...new Set(places.map(({ softwareId }) => softwareId))];
    return this.deployments.inUse(this.database, userId, ids, environment);
  }
}

/** `16` of `16-alpine`, `1.30.1` of `release-1.30.1`. */
const numbersOf = (text: string | null) => /^\D*(\d+(?:\.\d+)*)(?![\w.])/.exec(text ?? '')?.[1];

/** A tag with fewer numbers than versions have leads to the newest version of its series. */
function seriesOf(component: Component, match: Match & { state: 'matched' }): Pick<Placed, 'follows'> {
  const { version, moving } = component;
  const tag = moving ? moving.tag : match.series && version;
  const series = isImage(component) && /^v?\d/i.test(tag ?? '') ? numbersOf(tag!) : undefined;
  const whole = numbersOf(moving ? match.label : match.latest);
  if (series === undefined || whole === undefined || (moving && !whole.startsWith(`${series}.`))) return {};
  return series.split('.').length < whole.split('.').length ? { follows: series } : {};
}

const followsTag = (component: Component, refusal: string) =>
  (followedTag(component) !== null && refusal === NO_PRODUCT) ||
  (isImage(component) && refusal !== NOT_ASKED && /names no version|has no version/.test(refusal));

function followText({ version, digest }: Component): string {
  const unknown = version === digest ? 'its version is not known' : `its version is not known: it follows ${version}`;
  return digest === undefined
    ? `${unknown}, and the output of docker inspect may say it`
    : `${unknown}, and no version of its registry is known to be the same image`;
}

const NOT_ASKED =
  'its tag names no version, and its registry has not said yet which image that is: send it again later';
const PROPOSED = 'it may be the product below, whose repository has its owner and name: say whether it is';
const tooMany = (products: number) => `a user adds ${products} products in a day at most`;

/** What a user has decided goes before what a label says. */
function withoutIgnored(components: Component[], decisions: Decisions, ignored: Ignored[]): Component[] {
  return components.filter((component) => {
    const decision = decisions.size > 0 ? decisionOn(decisions, component) : undefined;
    const isIgnored = decision ? decision.softwareId === null : component.ignored !== undefined;
    if (isIgnored) ignored.push({ component, decision: decision?.id ?? null });
    return !isIgnored;
  });
}

const keyOf = (place: ReturnType<typeof placeOf>) => ('problem' in place ? null : place.key);

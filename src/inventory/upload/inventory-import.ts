import { Injectable } from '@nestjs/common';
import type { Component, Inventory } from 'inventory-reader';
import { audit } from '../../access/audit/audit.repository';
import type { UserActor } from '../../api/identity/actor';
import { newId } from '../../common/ids';
import { Problem } from '../../api/problem/problem';
import { Database, type Sql } from '../../database/database';
import { isDuplicateKey } from '../../database/errors';
import { JournalRepository } from '../../favorite/journal/journal.repository';
import { lockUser } from '../../access/user/user.repository';
import { type Outcome, outcomeOf, sizesOf, unmatchedOf } from './outcome';
import { digestOf, keepOthers, type Plan, type Run, shrinks, type Sorted, type Unmatched } from './inventory-plan';
import { inScope, InventoryPlanner } from './inventory-planner';
import { InventoryTags } from './inventory-tags';
import { InventoryWriter } from './inventory-writer';
import { ProductMaker } from '../../lookup/matching/product-maker';
import { DecisionRepository, type Decisions } from '../store/decision.repository';
import type { InventoryScope } from '../store/inventory.list';
import { InventoryRepository, type InventoryRow } from '../store/inventory.repository';
import type { KeptOutcome } from './same-upload';
import type { UploadOptions } from './upload-query';

/** The format of an inventory of files of several formats. */
const MIXED = 'mixed';

/** With one of its own about tags. */
const WARNINGS_AT_MOST = 20;

/** How often an upload starts again because something was written meanwhile. */
const TRIES = 10;

interface Task {
  caller: UserActor;
  name: string;
  options: UploadOptions;
  /** Its files; an upload has one. */
  files: Inventory[];
}

/** The components in a scope, with their products and versions. */
interface SortedScope {
  /** The scope, and what was decided. */
  state: string;
  components: Component[];
  parts: Sorted;
}

/**
 * Replaces an inventory by the content of a file. It plans the changes first; then the run claims the inventory, unless somebody wrote to it
 * since, and writes page by page. Of two concurrent uploads the last one that claimed it wins as a whole; an interrupted one can be sent again.
 */
@Injectable()
export class InventoryImport {
  constructor(
    private readonly database: Database,
    private readonly inventories: InventoryRepository,
    private readonly planner: InventoryPlanner,
    private readonly writer: InventoryWriter,
    private readonly maker: ProductMaker,
    private readonly decisions: DecisionRepository,
    private readonly tags: InventoryTags,
    private readonly journal: JournalRepository,
  ) {}

  /** @param keyOf by which the next one is told that is the same; null = it is not */
  async import(
    caller: UserActor,
    name: string,
    options: UploadOptions,
    files: Inventory[],
    keyOf: () => Promise<string | null> = () => Promise.resolve(null),
  ): Promise<Outcome> {
    const task = { caller, name, options, files };
    const made = new Set<Component>();
    let sorted = null as SortedScope | null;
    for (let attempt = 0; attempt < TRIES; attempt++) {
      // Before anything that it stands for is read; products are looked for in the first attempt.
      const key = attempt === 0 ? await keyOf() : null;
      const inventory = await this.inventories.find(caller.userId, name);
      const decisions: Decisions = inventory ? await this.decisions.of(inventory.id) : new Map();
      const scope = options.scope ?? inventory?.scope ?? 'main';
      const state = stateOf(scope, decisions);
      if (sorted?.state !== state) {
        const components = files.flatMap((file) => inScope(file, scope));
        sorted = { state, components, parts: await this.sort(components, task, made, decisions) };
      }
      const environment = options.environment ?? inventory?.environment ?? null;
      const whole = await this.planner.compare(caller, inventory, sorted.parts, environment);
      // Of the whole, so that the digest of a preview fits, whichever of its rows are wanted.
      const digest = await digestOf(whole, scope);
      const plan = options.mayLower && !options.lower ? whole : keepOthers(whole, options.lower ?? new Set());
      const facts = {
        digest,
        format: formatOf(files),
        warnings: [...whole.warnings, ...files.flatMap(({ warnings }) => warnings)].slice(0, WARNINGS_AT_MOST - 1),
        dry_run: options.isDryRun,
        ...{ upload: null, unchanged: false },
        components: sorted.components.length,
      };
      if (options.isDryRun) return outcomeOf(plan, facts, [], await this.planner.factsOf(plan));
      assertWanted(plan, digest, options);
      if (plan.creatable.length > 0) {
        await this.maker.makeAll(caller, plan.creatable, options.creating !== 'all');
        for (const component of plan.creatable) made.add(component);
        sorted = { ...sorted, parts: await this.sort(sorted.components, task, made, decisions) };
        continue;
      }
      await this.tags.make(caller, options.tags);
      const run = await this.begin(task, inventory, scope, plan);
      if (run) {
        const late = await this.writer.write(run, { ...plan, accepted: acceptedIn(plan) });
        const outcome = outcomeOf(plan, { ...facts, upload: hasChanges(plan) ? run.id : null }, late);
        const isSettled = !hasChanges(plan) && !plan.isLimited && !plan.unmatched.some(isForNow) && made.size === 0;
        await this.finish(run, plan, task, scope, { outcome, key: isSettled ? key : null });
        const full = await this.tags.give(run, options.tags);
        if (full > 0) facts.warnings.push(fullText(full));
        return outcome;
      }
    }
    throw new Problem('conflict', 'Another upload of this inventory is under way.');
  }

  private async sort(
    components: Component[],
    { caller, options, files }: Task,
    made: ReadonlySet<Component>,
    decisions: Decisions,
  ): Promise<Sorted> {
    const isLookedAt = options.isDryRun || options.hasHints;
    const parts = await this.planner.sort(caller, components, options, made, decisions, isLookedAt);
    // Products that were created, or could not be, are not tried again.
    const again = parts.creatable.filter((one) => made.has(one));
    const unmatched = again.map((component) => ({
      component,
      reason: 'no product could be created from it',
      nearest: null,
      isProduct: false,
    }));
    return {
      ...parts,
      creatable: parts.creatable.filter((one) => !made.has(one)),
      unmatched: [...parts.unmatched, ...unmatched],
      rejected: [...files.flatMap(({ rejected }) => rejected), ...parts.rejected],
    };
  }

  /** @returns null when somebody wrote since */
  private async begin(
    { caller, name, options }: Task,
    inventory: InventoryRow | undefined,
    scope: InventoryScope,
    plan: Plan,
  ): Promise<Run | null> {
    const run = newId();
    const lowered = new Set(plan.lowered.map(({ placed }) => placed.softwareId));
    const runOf = (id: string, inventoryId: string): Run => ({
      ...{ id, inventoryId, caller, isRecorded: true },
      mayLower: (row) => lowered.has(row.software_id),
    });
    if (inventory) {
      const { id, revision } = inventory;
      const isOurs = await this.database.transaction(async (sql) => {
        if (!(await this.inventories.begin(sql, id, run, revision))) return false;
        if (hasChanges(plan)) await this.note(sql, caller, { run, inventoryId: id, name }, plan);
        return true;
      });
      return isOurs ? runOf(run, id) : null;
    }
    const id = newId();
    try {
      await this.database.transaction(async (sql) => {
        await lockUser(sql, caller.userId);
        const environment = options.environment ?? null;
        await this.inventories.insert(sql, { id, userId: caller.userId, name, environment, scope, run });
        await audit(sql, caller, 'inventory.created', id, { name });
        if (hasChanges(plan)) await this.note(sql, caller, { run, inventoryId: id, name }, plan);
      });
    } catch (error) {
      if (isDuplicateKey(error)) return null;
      throw error;
    }
    return runOf(run, id);
  }

  /** For the history; `InventoryWriter` counts what was changed. */
  private note(
    sql: Sql,
    caller: UserActor,
    { run, inventoryId, name }: { run: string; inventoryId: string; name: string },
    plan: Plan,
  ): Promise<void> {
    const matched = plan.added.length + plan.moved.length + plan.removed.length + acceptedIn(plan).length;
    return this.journal.begin(sql, caller, {
      ...{ id: run, action: 'import', matched, inventoryId, details: { inventory: name } },
    });
  }

  /** @param key by which the next one that is the same is told; null = it is looked at */
  private async finish(
    run: Run,
    plan: Plan,
    { caller, options: { environment, labels } }: Task,
    scope: InventoryScope,
    { outcome, key }: { outcome: Outcome; key: string | null },
  ): Promise<void> {
    const { digest, format, warnings, components, counts } = outcome;
    const kept: KeptOutcome = { digest, format, warnings, components, counts };
    const { unmatched, entries } = unmatchedOf(plan);
    const known = { content_key: key, outcome: key && JSON.stringify(kept) };
    const facts = { format, components, scope, environment, unmatched, ...known };
    await this.database.transaction(async (sql) => {
      await this.writer.assertOurs(sql, run);
      await this.writer.followTags(sql, plan);
      await this.inventories.finish(sql, run.inventoryId, facts, entries);
      if (labels) await this.inventories.setLabels(sql, run.inventoryId, labels);
      await audit(sql, caller, 'inventory.imported', run.inventoryId, {
        format,
        ...sizesOf(plan, ['added', 'moved', 'removed', 'unchanged']),
      });
    });
  }
}

const acceptedIn = ({ lowered }: Plan) => lowered.flatMap(({ stored }) => stored ?? []);

const hasChanges = ({ added, moved, removed, lowered }: Plan) =>
  added.length + moved.length + removed.length + lowered.length > 0;

/** A number that its product cannot place: its next versions may say how. */
const isForNow = ({ isProduct, component }: Unmatched) => isProduct && /\d/.test(component.version ?? '');

/** What the products of the components depend on, beside the catalogue. */
const stateOf = (scope: InventoryScope, decisions: Decisions) =>
  JSON.stringify([scope, ...[...decisions].map(([key, { softwareId }]) => `${key} ${softwareId}`).sort()]);

const formatOf = ([first, ...others]: Inventory[]) =>
  others.every(({ format }) => format === first!.format) ? first!.format : MIXED;

/** @throws Problem precondition-failed, conflict */
function assertWanted(plan: Plan, digest: string, { expected, mayShrink }: UploadOptions): void {
  if (expected !== null && expected !== digest)
    throw new Problem('precondition-failed', 'The outcome has changed since the dry run.', [], {}, { digest });
  if (!shrinks(plan) || mayShrink) return;
  const detail = `${plan.removed.length} of ${plan.stored} deployments would go. Send allow_shrink=true to allow it.`;
  throw new Problem('conflict', detail, [], {}, { digest });
}

const fullText = (favorites: number) =>
  `${favorites} ${favorites === 1 ? 'favorite has' : 'favorites have'} too many tags for more, and got none.`;

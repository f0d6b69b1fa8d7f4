import { Injectable } from '@nestjs/common';
import type { Component } from 'inventory-reader';
import { audit } from '../../access/audit/audit.repository';
import type { UserActor } from '../../api/identity/actor';
import { Database } from '../../database/database';
import { DeploymentRepository } from '../../favorite/deployment/deployment.repository';
import { FavoriteStateRepository } from '../../favorite/store/favorite-state.repository';
import { LISTED_AT_MOST, type UnmatchedEntry } from './dto/content.response';
import type { MatchResponse } from './dto/decision.response';
import { uniqueOf, type Lowered, type Placed } from './inventory-plan';
import { InventoryPlanner } from './inventory-planner';
import { InventoryWriter } from './inventory-writer';
import { taggedAs } from '../../lookup/image/image-matcher';
import { NO_PRODUCT } from '../../lookup/matching/match';
import { loweredEntry, policyIn, SEVERAL, WAS_IGNORED } from './outcome';
import { NearestRepository } from '../../lookup/matching/nearest.repository';
import { decisionOn, DecisionRepository, type Decisions } from '../store/decision.repository';
import { InventoryRepository, type InventoryRow } from '../store/inventory.repository';

/** Reasons of components whose product may be found later. With any other one, no registry has the component. */
const OPEN = new Set([NO_PRODUCT, SEVERAL, WAS_IGNORED]);

const NOTHING_MADE = { creating: 'none', followsTags: false } as const;

interface Fresh {
  placed: Placed[];
  lowered: Lowered[];
}

/** What the last upload named and nobody knew. */
@Injectable()
export class UnmatchedService {
  constructor(
    private readonly database: Database,
    private readonly inventories: InventoryRepository,
    private readonly decisions: DecisionRepository,
    private readonly deployments: DeploymentRepository,
    private readonly favorites: FavoriteStateRepository,
    private readonly planner: InventoryPlanner,
    private readonly writer: InventoryWriter,
    private readonly nearest: NearestRepository,
  ) {}

  /** Without what is ignored, and with the products that they may be: an upload does not look for these, as nobody looks at it. */
  async list({ id }: InventoryRow): Promise<UnmatchedEntry[]> {
    const stored = entriesIn(await this.inventories.unmatchedList(id));
    const entries = withoutIgnored(stored, await this.decisions.of(id));
    const alone = entries.filter(({ nearest }) => nearest === null).map(({ name }) => name);
    const found = await this.nearest.find(this.database, alone);
    return entries.map((one) => ({ ...one, nearest: one.nearest ?? found.get(one.name) ?? null }));
  }

  /** Looks for their products again, and adds what is found now to the inventory. Nothing else of it changes. */
  async match(caller: UserActor, inventory: InventoryRow, mayLower: boolean): Promise<MatchResponse> {
    const decisions = await this.decisions.of(inventory.id);
    const components = withoutIgnored(entriesIn(await this.inventories.unmatchedList(inventory.id)), decisions).map(
      componentOf,
    );
    const { placed: found } = await this.planner.sort(caller, components, NOTHING_MADE, new Set(), decisions);
    const placed = await this.planner.settleSeries(caller.userId, found);
    const { placed: fresh, lowered } = await this.fresh(caller, inventory, placed);
    const unmatched =
      placed.length === 0 ? inventory.unmatched : await this.write(caller, inventory, placed, fresh, mayLower);
    const kept = mayLower ? [] : lowered.slice(0, LISTED_AT_MOST);
    return { placed: placed.length, unmatched, kept: kept.map(loweredEntry) };
  }

  /** Those that the inventory does not have yet. */
  private async fresh({ userId }: UserActor, { id, environment }: InventoryRow, placed: Placed[]): Promise<Fresh> {
    if (placed.length === 0) return { placed: [], lowered: [] };
    const stored = await this.deployments.ofInventory(this.database, id);
    const known = new Set(stored.map((row) => `${row.software_id} ${row.label}`));
    const added = uniqueOf(placed).filter(({ softwareId, label }) => !known.has(`${softwareId} ${label}`));
    const softwareIds = [...new Set(added.map(({ softwareId }) => softwareId))];
    const favorites = await this.favorites.idsOfSoftware(this.database, userId, softwareIds);
    const { placed: fresh } = await this.planner.settlePolicies(added, favorites);
    const plan = { added: fresh, moved: [], unchanged: [], favorites };
    return { placed: fresh, lowered: await this.planner.lowered(userId, plan, environment) };
  }

  /** @returns how many are still unknown */
  private async write(
    caller: UserActor,
    { id, revision }: InventoryRow,
    done: Placed[],
    added: Placed[],
    mayLower: boolean,
  ): Promise<number> {
    const run = await this.writer.begin({ inventoryId: id, caller, mayLower: () => mayLower }, revision);
    const rejected = await this.writer.write(run, { added, moved: [], removed: [] });
    // What the product could not have after all stays listed.
    const refused = new Set(rejected.map(({ where }) => where));
    const taken = done.filter(({ component }) => !refused.has(component.where));
    const found = new Set(taken.map(({ component }) => versionKey(asListed(component))));
    return this.database.transaction(async (sql) => {
      await this.writer.assertOurs(sql, run);
      const row = (await this.inventories.lock(sql, id))!;
      const entries = entriesIn(row.entries);
      const left = entries.filter((one) => !found.has(versionKey(one)));
      const unmatched = Math.max(0, row.unmatched - (entries.length - left.length));
      await this.inventories.update(sql, id, { unmatched });
      await this.inventories.setUnmatchedList(sql, id, JSON.stringify(left));
      await audit(sql, caller, 'inventory.updated', id, { matched: added.length });
      return unmatched;
    });
  }
}

export const entriesIn = (json: string | null): UnmatchedEntry[] =>
  (JSON.parse(json ?? '[]') as UnmatchedEntry[]).map((entry) => ({ ...entry, is_product: entry.is_product ?? false }));

export const withoutIgnored = (entries: UnmatchedEntry[], decisions: Decisions): UnmatchedEntry[] =>
  decisions.size === 0 ? entries : entries.filter((one) => decisionOn(decisions, one)?.softwareId !== null);

/** As the file had it, before its digest told the version. */
function asListed(component: Component): Component {
  const { moving, digest = null } = component;
  return moving?.from === 'digest' ? taggedAs(component, moving.tag ?? digest) : component;
}

const versionKey = (one: { name: string; purl: string | null; version: string | null }) =>
  JSON.stringify([one.purl, one.name, one.version]);

function componentOf(entry: UnmatchedEntry): Component {
  const { name, purl, version, digest, where, reason, is_product: isProduct } = entry;
  const elsewhere = purl !== null || isProduct || OPEN.has(reason) ? {} : { elsewhere: reason };
  const known = digest === undefined ? {} : { digest };
  return { name, purl, version, direct: null, ...known, ...elsewhere, ...policyIn(entry), where: where ?? '' };
}

import { Injectable } from '@nestjs/common';
import { parsePurl, PurlError } from 'inventory-reader';
import { audit } from '../../access/audit/audit.repository';
import type { Links } from '../../api/endpoint/links';
import type { Owner, UserActor } from '../../api/identity/actor';
import { type Page, toPage } from '../../api/list/list-page';
import type { ListRequest } from '../../api/list/list-request';
import { Problem } from '../../api/problem/problem';
import { Database, type Transaction } from '../../database/database';
import { DatabaseClock } from '../../database/database-clock';
import { lockProducts } from '../../software/software.repository';
import type { DecidedComponent, DecideDto } from './dto/decision.dto';
import { type DecisionResponse, type MatchResponse, toDecisionResponse } from './dto/decision.response';
import { InventoryService } from './inventory.service';
import { componentKey, decisionOn, DecisionRepository, type NewDecision } from '../store/decision.repository';
import { InventoryRepository } from '../store/inventory.repository';
import { entriesIn, UnmatchedService } from './unmatched.service';

/** Decisions of one inventory. */
const DECISIONS_AT_MOST = 5_000;

/** What a user says about components that no product is known by: they are a product, or are ignored. Every upload of the inventory follows it. */
@Injectable()
export class DecisionService {
  constructor(
    private readonly database: Database,
    private readonly inventories: InventoryRepository,
    private readonly service: InventoryService,
    private readonly decisions: DecisionRepository,
    private readonly unmatched: UnmatchedService,
    private readonly clock: DatabaseClock,
  ) {}

  async list(caller: Owner, name: string, request: ListRequest): Promise<Page<DecisionResponse>> {
    const { id } = await this.service.find(caller, name);
    return toPage(request, await this.decisions.list(id, request), toDecisionResponse);
  }

  /** Makes the inventory if there is none, and adds to it what is known now. */
  async decide(caller: UserActor, name: string, input: DecideDto, links: Links): Promise<MatchResponse> {
    const decisions = input.components.map((one, at) => decisionOf(one, at, input.software));
    if ((await this.inventories.find(caller.userId, name)) === undefined)
      await this.service.write(caller, name, {}, links);
    const { id } = await this.service.find(caller, name);
    await this.database.transaction((sql) => this.write(sql, caller, id, decisions));
    const inventory = await this.service.find(caller, name);
    if (input.software === null) return { placed: 0, unmatched: inventory.unmatched, kept: [] };
    return this.unmatched.match(caller, inventory, input.allow_lower ?? false);
  }

  async match(caller: UserActor, name: string, mayLower: boolean): Promise<MatchResponse> {
    return this.unmatched.match(caller, await this.service.find(caller, name), mayLower);
  }

  /** What was ignored is unknown again. */
  async remove(caller: UserActor, name: string, decisionId: string): Promise<void> {
    const { id } = await this.service.find(caller, name);
    await this.database.transaction((sql) =>
      this.changing(sql, id, async () => {
        const removed = await this.decisions.remove(sql, id, decisionId);
        if (removed === undefined) throw Problem.notFound('decision');
        await audit(sql, caller, 'inventory.decided', id, { removed: removed.name });
      }),
    );
  }

  private async write(sql: Transaction, caller: UserActor, id: string, given: NewDecision[]): Promise<void> {
    const decisions = [...new Map(given.map((one) => [one.component, one])).values()];
    const softwareId = decisions[0]!.softwareId;
    if (softwareId !== null && (await lockProducts(sql, [softwareId])).size === 0)
      throw Problem.field('software', 'is not the id of a product');
    const now = await this.clock.now(sql);
    await this.changing(sql, id, async () => {
      await this.decisions.replace(sql, id, decisions, now);
      if ((await this.decisions.count(sql, id)) > DECISIONS_AT_MOST) throw tooMany();
      await audit(sql, caller, 'inventory.decided', id, { software: softwareId, components: decisions.length });
    });
  }

  /** The inventory counts what is unknown and not ignored. */
  private async changing(sql: Transaction, id: string, change: () => Promise<void>): Promise<void> {
    const row = await this.inventories.lock(sql, id);
    if (row === undefined) throw Problem.notFound('inventory');
    const entries = entriesIn(row.entries);
    const ignored = async () => {
      const decisions = await this.decisions.of(id, sql);
      return entries.filter((one) => decisionOn(decisions, one)?.softwareId === null).length;
    };
    const before = await ignored();
    await change();
    const unmatched = Math.max(0, row.unmatched + before - (await ignored()));
    if (unmatched !== row.unmatched) await this.inventories.update(sql, id, { unmatched });
  }
}

const tooMany = () => {
  const limit = DECISIONS_AT_MOST;
  return new Problem('limit-reached', `An inventory has at most ${limit} decisions.`, [], {}, { limit });
};

function decisionOf({ name, purl }: DecidedComponent, at: number, softwareId: string | null): NewDecision {
  try {
    if (purl !== null) parsePurl(purl);
  } catch (error) {
    if (!(error instanceof PurlError)) throw error;
    throw Problem.field(`components.${at}.purl`, `is no package URL: ${error.message}`);
  }
  return { component: componentKey({ name, purl }), name, softwareId };
}

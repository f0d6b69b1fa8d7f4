import { Injectable } from '@nestjs/common';
import { groupBy } from 'small-parts';
import { audit } from '../../access/audit/audit.repository';
import type { Links } from '../../api/endpoint/links';
import { newId } from '../../common/ids';
import type { Owner, UserActor } from '../../api/identity/actor';
import type { Principal } from '../../api/identity/principal';
import { type Page, toPage } from '../../api/list/list-page';
import { type ListRequest, readListRequest } from '../../api/list/list-request';
import { MAX_PER_PAGE } from '../../api/list/list-spec';
import { Problem } from '../../api/problem/problem';
import { Database } from '../../database/database';
import { isDuplicateKey } from '../../database/errors';
import { lockUser } from '../../access/user/user.repository';
import type { UnmatchedEntry } from './dto/content.response';
import type { AcceptDto } from './dto/decision.dto';
import type { AcceptedDeployments } from './dto/decision.response';
import {
  COMPARED_AT_MOST,
  type ComparedEnvironment,
  type ComparisonResponse,
  type DeploymentResponse,
  type InventoryResponse,
  toComparisonResponse,
  toDeploymentResponse,
  toInventoryResponse,
  type WriteInventoryDto,
} from './dto/inventory.dto';
import { InventoryWriter } from './inventory-writer';
import {
  type DeploymentRow,
  DeploymentRepository,
  type StoredDeployment,
} from '../../favorite/deployment/deployment.repository';
import { INVENTORY_NAME } from '../../favorite/deployment/deployment.sql';
import { acceptLabels, LABELS_FORM } from '../../favorite/deployment/labels.sql';
import type { RunningDocument } from '../../favorite/risk/running-document';
import { RunningDocumentService } from '../../favorite/risk/running-document.service';
import { inventoryList } from '../store/inventory.list';
import { InventoryRepository, type InventoryRow } from '../store/inventory.repository';
import { acceptEnvironment } from './upload-query';
import { UnmatchedService } from './unmatched.service';

const byName = new Intl.Collator('en', { numeric: true });

/** The inventories of one user. Those of other users do not exist for the caller. */
@Injectable()
export class InventoryService {
  constructor(
    private readonly database: Database,
    private readonly inventories: InventoryRepository,
    private readonly deployments: DeploymentRepository,
    private readonly writer: InventoryWriter,
    private readonly unmatched: UnmatchedService,
    private readonly documents: RunningDocumentService,
  ) {}

  async list({ userId }: Owner, request: ListRequest, links: Links): Promise<Page<InventoryResponse>> {
    return toPage(request, await this.inventories.list(userId, request), (row) => toInventoryResponse(row, links));
  }

  async get(caller: Owner, name: string, links: Links): Promise<InventoryResponse> {
    return toInventoryResponse(await this.find(caller, name), links);
  }

  async listDeployments(caller: Owner, name: string, request: ListRequest): Promise<Page<DeploymentResponse>> {
    const { id } = await this.find(caller, name);
    return toPage(request, await this.inventories.deployments(id, request), toDeploymentResponse);
  }

  /** @throws Problem not-found, limit-reached */
  async bom(caller: Principal, name: string): Promise<RunningDocument> {
    return this.documents.bomOfInventory(caller, await this.find(caller, name));
  }

  async listUnmatched(caller: Owner, name: string): Promise<UnmatchedEntry[]> {
    return this.unmatched.list(await this.find(caller, name));
  }

  async compare({ userId }: Owner, request: ListRequest): Promise<Page<ComparisonResponse>> {
    const page = toPage(request, await this.inventories.compared(userId, request), toComparisonResponse);
    const ids = page.data.map(({ favorite }) => favorite);
    const rows = await this.deployments.ofFavorites(this.database, ids, COMPARED_AT_MOST);
    const found = groupBy(rows, ({ favorite_id }) => favorite_id);
    for (const row of page.data) row.environments = environmentsOf(found.get(row.favorite) ?? []);
    return page;
  }

  async write(caller: UserActor, name: string, input: WriteInventoryDto, links: Links): Promise<InventoryResponse> {
    assertName(name);
    const environment = input.environment == null ? input.environment : acceptEnvironment(input.environment);
    const labels = input.labels === null ? {} : input.labels && acceptLabels(Object.entries(input.labels));
    if (labels === null) throw Problem.field('labels', LABELS_FORM);
    try {
      await this.database.transaction(async (sql) => {
        await lockUser(sql, caller.userId);
        const there = await this.inventories.find(caller.userId, name, sql);
        if (there) {
          await this.inventories.update(sql, there.id, { environment, scope: input.scope });
          if (labels) await this.inventories.setLabels(sql, there.id, labels);
          await audit(sql, caller, 'inventory.updated', there.id, { fields: Object.keys(input) });
          return;
        }
        const row = { id: newId(), userId: caller.userId, name, run: null };
        await this.inventories.insert(sql, {
          ...row,
          environment: environment ?? null,
          scope: input.scope ?? 'main',
        });
        if (labels) await this.inventories.setLabels(sql, row.id, labels);
        await audit(sql, caller, 'inventory.created', row.id, { name });
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw new Problem('conflict', 'Another request created it at the same time. Send this one again.');
    }
    return this.get(caller, name, links);
  }

  /** Deployments go, and favorites that only an import made. */
  async delete(caller: UserActor, name: string): Promise<void> {
    const { id } = await this.find(caller, name);
    const run = { id: newId(), inventoryId: id, caller };
    // A running upload writes nothing more.
    const isThere = await this.database.transaction(async (sql) => {
      const row = await this.inventories.find(caller.userId, name, sql);
      return row !== undefined && row.id === id && this.inventories.begin(sql, id, run.id, row.revision);
    });
    if (!isThere) throw new Problem('conflict', 'An upload of this inventory is under way.');
    const removed = await this.deployments.ofInventory(this.database, id);
    await this.writer.write(run, { added: [], moved: [], removed });
    await this.database.transaction(async (sql) => {
      await this.writer.assertOurs(sql, run);
      await this.inventories.delete(sql, id);
      await audit(sql, caller, 'inventory.deleted', id, { name });
    });
  }

  /** Deployments of lower versions than their favorites show: these show them from now on. */
  async accept(caller: UserActor, name: string, { software }: AcceptDto): Promise<AcceptedDeployments> {
    const { id, revision } = await this.find(caller, name);
    const wanted = software && new Set(software.map((one) => one.toLowerCase()));
    const stored = await this.deployments.ofInventory(this.database, id);
    const waiting = stored.filter((row) => row.waits && (wanted?.has(row.software_id) ?? true));
    if (waiting.length === 0) return { lowered: 0 };
    const run = await this.writer.begin({ inventoryId: id, caller, mayLower: () => true }, revision);
    await this.writer.write(run, { added: [], moved: [], removed: [], accepted: waiting });
    return { lowered: new Set(waiting.map((row) => row.software_id)).size };
  }

  /** All of them, by name: a page after the other. */
  async *all(caller: Owner, links: Links): AsyncGenerator<InventoryResponse> {
    for (let at: string | null = ''; at !== null;) {
      const request = readListRequest(inventoryList, `?per_page=${MAX_PER_PAGE}${at && `&cursor=${at}`}`);
      const { data, meta }: Page<InventoryResponse> = await this.list(caller, request, links);
      yield* data;
      at = meta.next_cursor;
    }
  }

  /** All its deployments, by the name of the product. */
  async allDeployments(caller: Owner, name: string): Promise<StoredDeployment[]> {
    const { id } = await this.find(caller, name);
    const rows = await this.deployments.ofInventory(this.database, id);
    return rows.sort((a, b) => byName.compare(a.software, b.software) || (a.label < b.label ? -1 : 1));
  }

  /** @throws Problem not-found */
  async find({ userId }: Owner, name: string): Promise<InventoryRow> {
    const row = INVENTORY_NAME.test(name) ? await this.inventories.find(userId, name) : undefined;
    if (!row) throw Problem.notFound('inventory');
    return row;
  }
}

export function assertName(name: string): void {
  // `comparison` is an address of its own.
  if (!INVENTORY_NAME.test(name) || name === 'comparison')
    throw Problem.field('name', 'must have 1 to 64 of a-z, 0-9, dot, dash and underscore, a letter or digit first');
}

/** @param rows the lowest version first */
function environmentsOf(rows: DeploymentRow[]): ComparedEnvironment[] {
  const environments = new Map<string | null, Map<string | null, Set<string>>>();
  for (const { environment, inventory, version } of rows) {
    const inventories = environments.get(environment) ?? new Map<string | null, Set<string>>();
    environments.set(environment, inventories);
    inventories.set(inventory, (inventories.get(inventory) ?? new Set()).add(version));
  }
  return [...environments].map(([environment, inventories]) => ({
    environment,
    inventories: [...inventories].map(([name, versions]) => ({ name, versions: [...versions] })),
  }));
}

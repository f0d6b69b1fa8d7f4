import { Injectable } from '@nestjs/common';
import { audit } from '../../access/audit/audit.repository';
import { SERVICE } from '../../api/identity/actor';
import { idsOf, newId } from '../../common/ids';
import { Problem } from '../../api/problem/problem';
import { Database, type Sql, type Transaction } from '../../database/database';
import { DatabaseClock } from '../../database/database-clock';
import { DeploymentRepository } from '../../favorite/deployment/deployment.repository';
import { EvaluationService } from '../../favorite/store/evaluation.service';
import { type FavoriteState, FavoriteStateRepository } from '../../favorite/store/favorite-state.repository';
import { FavoriteWriter } from '../../favorite/store/favorite-writer';
import { ComponentMatcher } from '../../lookup/matching/component-matcher';
import { InventoryRepository } from '../store/inventory.repository';
import type { ClaimedHost } from '../../source/polling/source-host.repository';
import { OwnVersionService } from '../../version/versions/own-version.service';
import { nextAsk } from './ask-times';
import { ProbeRepository, type ProbeRow } from './probe.repository';

/** What came of asking: the text of a version, or why there is none, and for how many seconds the program asked to be left alone. */
export type Asked = { text: string } | { message: string; retryAfter: number | null };

/** The version that a probe answered, in the catalogue or the owner's own; or why it is none. */
type Found = { versionId: string; label: string } | { message: string };

/** Writes what programs answer: the version in use as a deployment, and the state of the probe. */
@Injectable()
export class ProbeRecorder {
  constructor(
    private readonly database: Database,
    private readonly probes: ProbeRepository,
    private readonly inventories: InventoryRepository,
    private readonly deployments: DeploymentRepository,
    private readonly favorites: FavoriteStateRepository,
    private readonly writer: FavoriteWriter,
    private readonly matcher: ComponentMatcher,
    private readonly versions: OwnVersionService,
    private readonly evaluation: EvaluationService,
    private readonly clock: DatabaseClock,
  ) {}

  /** In one transaction, which counts only while the claim holds and nobody has changed the probe. */
  async record(probe: ProbeRow, asked: Asked, claimed: ClaimedHost): Promise<void> {
    await this.database.transaction(async (sql) => {
      const [favorite] = await this.favorites.lock(sql, probe.user_id, [probe.favorite_id]);
      if (!favorite || !(await this.probes.lock(sql, probe, claimed))) return;
      const found = 'text' in asked ? await this.find(sql, probe.software_id, asked.text) : asked;
      const retryAfter = 'retryAfter' in asked ? asked.retryAfter : null;
      const failures = 'versionId' in found ? 0 : probe.failures + 1;
      const nextIn = nextAsk(probe.interval_seconds, failures, retryAfter, Math.random());
      if ('versionId' in found) await this.deploy(sql, probe, favorite, found);
      await this.probes.record(
        sql,
        probe.id,
        'versionId' in found ? { answer: found.label, nextIn } : { message: found.message, nextIn },
      );
    });
  }

  /** Removes what a probe has answered, in a transaction that locked the favorite. */
  async withdraw(sql: Transaction, probe: ProbeRow, favorite: FavoriteState): Promise<void> {
    const inventoryId = await this.inventories.ofProbes(sql, probe.user_id, probe.environment);
    const stored = await this.deployments.ofPlace(sql, inventoryId, probe.favorite_id);
    if (stored.length === 0) return;
    const gone = idsOf(stored);
    await this.deployments.remove(sql, gone);
    const former = stored.map(({ version_id }) => version_id);
    await this.settle(sql, probe, favorite, former);
  }

  private async find(sql: Sql, softwareId: string, text: string): Promise<Found> {
    const read = await this.matcher.labelOf(sql, softwareId, text);
    if ('reason' in read) return { message: `It answered ${text}: ${read.reason}` };
    try {
      return { versionId: await this.versions.named(sql, softwareId, read.label, null), label: read.label };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { message: `It answered ${text}: ${error.detail}` };
    }
  }

  private async deploy(
    sql: Transaction,
    probe: ProbeRow,
    favorite: FavoriteState,
    { versionId, label }: { versionId: string; label: string },
  ): Promise<void> {
    const inventoryId = await this.inventories.ofProbes(sql, probe.user_id, probe.environment);
    const stored = await this.deployments.ofPlace(sql, inventoryId, favorite.id);
    if (stored.length === 1 && stored[0]!.version_id === versionId) return;
    await this.deployments.remove(sql, idsOf(stored));
    const name = probe.host.split('#', 1)[0]!;
    const row = { id: newId(), inventoryId, favoriteId: favorite.id, versionId, label, name };
    await this.deployments.insert(sql, [row], await this.clock.now(sql));
    const former = stored.map(({ version_id }) => version_id);
    await this.settle(sql, probe, favorite, former);
  }

  /** The favorite gets the lowest of its versions. It is no news: it notifies of nothing, as setting a version by hand does not. */
  private async settle(
    sql: Transaction,
    probe: ProbeRow,
    { id, versionId: before }: FavoriteState,
    former: string[],
  ): Promise<void> {
    // What the program answers is so, also where it is lower; and without it, what files say of the environment.
    const ofPlace = ({ environment }: { environment: string | null }) => environment === probe.environment;
    const versionId = (await this.deployments.lowest(sql, [id], ofPlace)).get(id) ?? before;
    if (versionId !== before) {
      await this.favorites.write(sql, ['versionId'], [{ id, versionId }]);
      const details = { fields: ['version'], version: versionId, environment: probe.environment };
      await audit(sql, { ...SERVICE, userId: probe.user_id }, 'favorite.updated', id, details);
    }
    await this.writer.removeUnused(sql, [...former, before]);
    if (versionId !== before) await this.evaluation.evaluateWritten(sql, id, 'unless-new', await this.clock.now(sql));
  }
}

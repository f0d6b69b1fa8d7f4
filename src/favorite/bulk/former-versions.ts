import { Injectable } from '@nestjs/common';
import type { UserActor } from '../../api/identity/actor';
import { Problem } from '../../api/problem/problem';
import type { Transaction } from '../../database/database';
import { OwnVersionService } from '../../version/versions/own-version.service';
import { DeploymentRepository } from '../deployment/deployment.repository';
import type { JournalItem } from '../journal/journal.repository';
import { type FavoriteState, FavoriteStateRepository } from '../store/favorite-state.repository';
import { FavoriteWriter } from '../store/favorite-writer';
import type { NotRestored } from './dto/bulk.response';

/** What a transaction restores. */
export interface UndoPage {
  sql: Transaction;
  caller: UserActor;
  bulkId: string;
  items: JournalItem[];
  skipped: Map<string, NotRestored>;
}

export type States = ReadonlyMap<string, FavoriteState>;
/** By favorite. */
export type Versions = ReadonlyMap<string, string>;

/** What is not skipped. */
export const left = ({ items, skipped }: UndoPage) => items.filter(({ favoriteId }) => !skipped.has(favoriteId));

/** The versions that favorites and their deployments had. */
@Injectable()
export class FormerVersions {
  constructor(
    private readonly favorites: FavoriteStateRepository,
    private readonly deployments: DeploymentRepository,
    private readonly versions: OwnVersionService,
    private readonly writer: FavoriteWriter,
  ) {}

  /** By favorite. An own version that was deleted with its last favorite is made again. */
  async ofFavorites(page: UndoPage): Promise<Map<string, string>> {
    const items = left(page).filter(({ before }) => before.state.versionId !== undefined);
    const ids = items.map(({ before }) => before.state.versionId!);
    const there = await this.favorites.labels(page.sql, ids);
    const versions = new Map<string, string>();
    for (const { favoriteId: id, before } of items) {
      const { softwareId, versionId } = before.state;
      try {
        const known = there.has(versionId!) ? versionId! : null;
        versions.set(id, known ?? (await this.versions.named(page.sql, softwareId, before.version!, null)));
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        page.skipped.set(id, 'refused');
      }
    }
    return versions;
  }

  /** Those that nobody has written since, an upload included. */
  async restoreDeployments({ sql, bulkId }: UndoPage, versions: Versions, states: States): Promise<void> {
    const ids = [...versions.keys()];
    const moved = await this.deployments.movedBy(sql, ids, bulkId);
    const named = new Map<string, string>();
    const former: { id: string; versionId: string }[] = [];
    for (const { id, favorite_id, version } of moved) {
      const { softwareId } = states.get(favorite_id)!;
      const key = `${softwareId} ${version}`;
      const versionId = named.get(key) ?? (await this.versions.named(sql, softwareId, version, null));
      named.set(key, versionId);
      former.push({ id, versionId });
    }
    await this.deployments.restore(sql, former);
    const current = ids.map((id) => states.get(id)!.versionId);
    await this.writer.removeUnused(sql, current);
  }
}

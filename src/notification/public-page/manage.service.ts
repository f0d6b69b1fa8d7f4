import { Injectable } from '@nestjs/common';
import { Links } from '../../api/endpoint/links';
import { toApiTimestamp } from '../../common/time/utc-timestamp';
import { Config } from '../../config/config';
import { Database } from '../../database/database';
import { DatabaseClock } from '../../database/database-clock';
import { FavoriteService } from '../../favorite/favorite.service';
import { PolicyService, SkipListFull } from '../../favorite/policy/policy.service';
import { byLink, type UserActor } from '../../api/identity/actor';
import { RiskDataRepository, riskKey } from '../delivery/risk-data.repository';
import { type ManageClaim, ManageLinks } from '../link/manage-links';
import type { UpdateRisk } from '../rendering/vulnerability';
import { ManagedUpdateRepository } from './managed-update.repository';

const DAY = 86_400;

/** Seconds for which each action snoozes a favorite. */
export const SNOOZES = { 'snooze-day': DAY, 'snooze-week': 7 * DAY, 'snooze-month': 30 * DAY } as const;

/** The update that a link is about, in its current state. */
export interface ManagedUpdate {
  favoriteId: string;
  /** A reader of the message acts for the owner of the favorite. */
  by: UserActor;
  softwareId: string;
  software: string;
  tagPattern: string | null;
  /** The version in use. */
  tracked: string;
  versionId: string;
  version: string;
  /** The version in use is at least as new. */
  reached: boolean;
  /** Null: nobody assesses both versions. */
  risk: UpdateRisk | null;
}

/** `no-link`: not ours, or expired; `gone`: the favorite or the version no longer exists. */
export type NoUpdate = 'no-link' | 'gone';

/** The actions on an update for readers of its message: a subset of those of the favorite's owner in the API. */
@Injectable()
export class ManageService {
  private readonly apiLinks: Links;

  constructor(
    private readonly database: Database,
    private readonly clock: DatabaseClock,
    private readonly updates: ManagedUpdateRepository,
    private readonly risks: RiskDataRepository,
    private readonly favorites: FavoriteService,
    private readonly policies: PolicyService,
    private readonly links: ManageLinks,
    config: Config,
  ) {
    this.apiLinks = Links.withoutRequest(config);
  }

  async find(token: string, requestId: string): Promise<ManagedUpdate | NoUpdate> {
    const claim = this.links.read(token);
    if (!claim || (await this.hasExpired(claim))) return 'no-link';
    const { favoriteId, versionId } = claim;
    const row = await this.updates.find(favoriteId, versionId);
    if (!row) return 'gone';
    const {
      user_id: userId,
      software_id: softwareId,
      software,
      tag_pattern: tagPattern,
      tracked,
      version,
      reached,
      tracked_id: from,
      assessed,
    } = row;
    const step = { favoriteId, from, to: versionId };
    const risks = assessed ? await this.risks.ofUpdates([step]) : null;
    const by = byLink(userId, requestId);
    return {
      favoriteId,
      versionId,
      by,
      softwareId,
      software,
      tagPattern,
      tracked,
      version,
      reached: Number(reached) === 1,
      risk: risks?.get(riskKey(step)) ?? null,
    };
  }

  /** @returns the versions that were skipped before; null when the list is full */
  async skip({ by, favoriteId, version }: ManagedUpdate): Promise<string[] | null> {
    try {
      const { skip } = await this.policies.skip(by, favoriteId, version);
      return skip.filter((label) => label !== version);
    } catch (error) {
      if (error instanceof SkipListFull) return null;
      throw error;
    }
  }

  /** @returns until when the favorite is snoozed, as the API shows it */
  async snooze({ by, favoriteId }: ManagedUpdate, seconds: number): Promise<string> {
    const until = toApiTimestamp(await this.clock.later(this.database, seconds));
    await this.policies.update(by, favoriteId, { snoozed_until: until });
    return until;
  }

  /** @returns false when the version in use is at least as new, and stays */
  updated({ by, favoriteId, versionId }: ManagedUpdate): Promise<boolean> {
    return this.favorites.updateTo(by, favoriteId, versionId);
  }

  async mute({ by, favoriteId }: ManagedUpdate): Promise<void> {
    await this.favorites.update(by, favoriteId, { notifications_enabled: false }, this.apiLinks);
  }

  private async hasExpired({ expires }: ManageClaim): Promise<boolean> {
    const now = Date.parse(toApiTimestamp(await this.clock.now(this.database)));
    return now >= expires * 1_000;
  }
}

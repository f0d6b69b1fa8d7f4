import { Injectable } from '@nestjs/common';
import { Links } from '../../common/api/links';
import { type Moment, toApiMoment } from '../../common/moment';
import { Config } from '../../config/config';
import { Database } from '../../database/database';
import { FavoriteService } from '../../favorite/favorite.service';
import { PolicyService, SkipListFull } from '../../favorite/policy.service';
import { byLink, type UserActor } from '../../user/actor';
import { type ManageClaim, ManageLinks } from './manage-links';

const DAY = 86_400;

/** For how many seconds each of them snoozes a favorite. */
export const SNOOZES = { 'snooze-day': DAY, 'snooze-week': 7 * DAY, 'snooze-month': 30 * DAY } as const;

/** The update that a link is about, as it is now. */
export interface ManagedUpdate {
  favoriteId: string;
  /** Whoever has the message, in place of its favorite's owner. */
  by: UserActor;
  software: string;
  tagPattern: string | null;
  /** The version in use. */
  tracked: string;
  versionId: string;
  version: string;
  /** The version in use is as new. */
  reached: boolean;
}

/** `no-link`: not ours, or too old; `gone`: what it is about is not there any more. */
export type NoUpdate = 'no-link' | 'gone';

interface Row {
  user_id: string;
  software: string;
  tag_pattern: string | null;
  tracked: string;
  version: string;
  reached: number;
}

/** What whoever has a message may do about its update: what the favorite's owner may do by the API, and nothing else. */
@Injectable()
export class ManageService {
  private readonly apiLinks: Links;

  constructor(
    private readonly database: Database,
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
    const [row] = await this.database.query<Row>(
      `SELECT f.user_id, s.name AS software, s.tag_pattern, tv.version AS tracked, v.version,
         (tv.version_key >= v.version_key) AS reached
       FROM favorite f
         JOIN user u ON u.id = f.user_id AND u.disabled_at IS NULL
         JOIN software s ON s.id = f.software_id
         JOIN version tv ON tv.id = f.version_id
         JOIN version v ON v.id = ? AND v.software_id = f.software_id
       WHERE f.id = ?`,
      [versionId, favoriteId],
    );
    if (!row) return 'gone';
    const { user_id: userId, software, tag_pattern: tagPattern, tracked, version, reached } = row;
    const by = byLink(userId, requestId);
    return { favoriteId, versionId, by, software, tagPattern, tracked, version, reached: Number(reached) === 1 };
  }

  /** @returns the versions that the policy skipped before; null when its list has no room */
  async skip({ by, favoriteId, version }: ManagedUpdate): Promise<string[] | null> {
    try {
      const { skip } = await this.policies.skip(by, favoriteId, version);
      return skip.filter((label) => label !== version);
    } catch (error) {
      if (error instanceof SkipListFull) return null;
      throw error;
    }
  }

  /** @returns until when nothing of the favorite is offered, as the API shows it */
  async snooze({ by, favoriteId }: ManagedUpdate, seconds: number): Promise<string> {
    const [row] = await this.database.query<{ until: Moment }>(`SELECT ${this.database.dialect.nowPlus} AS until`, [
      seconds,
    ]);
    const until = toApiMoment(row!.until);
    await this.policies.update(by, favoriteId, { snoozed_until: until });
    return until;
  }

  /** @returns false when the version in use is as new, and stays */
  updated({ by, favoriteId, versionId }: ManagedUpdate): Promise<boolean> {
    return this.favorites.updateTo(by, favoriteId, versionId);
  }

  async mute({ by, favoriteId }: ManagedUpdate): Promise<void> {
    await this.favorites.update(by, favoriteId, { notifications_enabled: false }, this.apiLinks);
  }

  private async hasExpired({ expires }: ManageClaim): Promise<boolean> {
    const { now, unixSeconds } = this.database.dialect;
    const [row] = await this.database.query<{ expired: number }>(`SELECT (${unixSeconds(now)} >= ?) AS expired`, [
      expires,
    ]);
    return Number(row!.expired) === 1;
  }
}

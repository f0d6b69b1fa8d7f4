import { Injectable, Logger } from '@nestjs/common';
import type { UserActor } from '../../api/identity/actor';
import { isId } from '../../common/ids';
import { Problem } from '../../api/problem/problem';
import { FavoriteService } from '../../favorite/favorite.service';
import { favoriteOf } from './discovery';
import { HomeAssistantRepository } from './home-assistant.repository';

/** Commands that wait. A broker that sends more is not believed. */
const WAITING_AT_MOST = 100;

/** *Updated*, as Home Assistant says it: the version that it showed becomes the version in use. */
@Injectable()
export class HomeAssistantCommands {
  private readonly logger = new Logger(HomeAssistantCommands.name);
  private waiting = 0;
  private last: Promise<void> = Promise.resolve();
  private changed: () => void = () => undefined;

  constructor(
    private readonly repository: HomeAssistantRepository,
    private readonly favorites: FavoriteService,
  ) {}

  /** @param listener called after each change */
  onChange(listener: () => void): void {
    this.changed = listener;
  }

  /** One after the other; those that cannot be meant are ignored. */
  take(instance: string, topic: string, payload: string): void {
    const favoriteId = favoriteOf(instance, topic);
    if (!isId(favoriteId) || !isId(payload)) return;
    if (this.waiting >= WAITING_AT_MOST) {
      this.logger.warn({ msg: 'too many commands of the MQTT broker: one was dropped' });
      return;
    }
    this.waiting++;
    this.last = this.last.then(() => this.install(favoriteId.toLowerCase(), payload.toLowerCase()));
  }

  /** When all commands so far are done. */
  done(): Promise<void> {
    return this.last;
  }

  private async install(favoriteId: string, versionId: string): Promise<void> {
    try {
      const userId = await this.repository.owner(favoriteId);
      if (userId === null) return;
      const actor: UserActor = { userId, means: 'service', credential: null, requestId: null };
      // Never back, and not to a version of another product: a command may be old, or come twice.
      if (await this.favorites.updateTo(actor, favoriteId, versionId)) this.changed();
    } catch (error) {
      if (!(error instanceof Problem)) this.logger.error({ msg: 'a command of the MQTT broker failed', err: error });
    } finally {
      this.waiting--;
    }
  }
}

import { randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Links } from '../../api/endpoint/links';
import { sha256 } from '../../common/fingerprint';
import { newId } from '../../common/ids';
import { Outage } from '../../common/outage';
import { VERSION } from '../../common/version';
import { Config } from '../../config/config';
import { NoteViews } from '../../version/release-notes/note-views';
import { NoteStore } from '../../version/release-notes/store/note-store';
import { cleanLine } from '../../notification/rendering/clean-text';
import { Broker } from './broker';
import {
  availabilityTopic,
  commandTopics,
  removalMessages,
  type RetainedMessage,
  sensorMessages,
  updateMessages,
} from './discovery';
import { HomeAssistantCommands } from './home-assistant.commands';
import {
  type HomeFavorite,
  HomeAssistantRepository,
  type HomeUser,
  type PublishedRow,
} from './home-assistant.repository';

export const USERS_AT_MOST = 200;
/** Of one user. */
export const FAVORITES_AT_MOST = 500;
/** Three passes may fail before another replica takes over. */
const LEASE_SECONDS = 30;
const SUMMARY_BYTES = 2_048;

/** What the broker should know of one entity. */
interface Wanted extends Pick<PublishedRow, 'id' | 'kind'> {
  digest: string;
  messages(): Promise<RetainedMessage[]>;
}

/**
 * Keeps what a broker knows of the users who want that like the database. One replica does, which holds a lease, and the others take over when it
 * is gone. What was published is recorded, so that it is removed in the end, even if the broker was away when its favorite went.
 */
@Injectable()
export class HomeAssistantPublisher {
  private readonly logger = new Logger(HomeAssistantPublisher.name);
  private readonly holder = newId();
  private broker: Broker | null = null;
  private readonly outage = new Outage(
    (err) => this.logger.warn({ msg: 'the MQTT broker cannot be reached', err }),
    (seconds) => this.logger.log({ msg: 'the MQTT broker is reached again', seconds }),
  );

  constructor(
    private readonly config: Config,
    private readonly repository: HomeAssistantRepository,
    private readonly commands: HomeAssistantCommands,
    private readonly notes: NoteStore,
    private readonly views: NoteViews,
  ) {}

  /** @returns whether this replica is the one that publishes, and the broker was reached */
  async publish(): Promise<boolean> {
    const instance = await this.lease();
    if (instance === null) {
      await this.leave();
      return false;
    }
    const isNew = !this.broker?.isConnected;
    if (isNew && !(await this.connect(instance))) return false;
    // A broker that was away may have forgotten everything.
    await this.publishAll(instance, isNew);
    return true;
  }

  /** Leaves its place to another replica. */
  async stop(): Promise<void> {
    if (this.config.mqttUrl === null) return;
    await this.leave();
    await this.repository.release(this.holder);
  }

  private lease(): Promise<string | null> {
    return this.repository.take(this.holder, LEASE_SECONDS, randomBytes(6).toString('hex'));
  }

  private async leave(): Promise<void> {
    const { broker } = this;
    this.broker = null;
    await broker?.end().catch((error: unknown) => this.logger.debug({ msg: 'the broker was not told', err: error }));
  }

  private async connect(instance: string): Promise<boolean> {
    this.broker?.drop();
    this.broker = null;
    try {
      this.broker = await Broker.connect(
        {
          url: this.config.mqttUrl!,
          clientId: `sut-${instance}`,
          availability: availabilityTopic(instance),
          commands: commandTopics(instance),
        },
        (topic, payload) => this.commands.take(instance, topic, payload.toString()),
      );
      this.outage.end();
    } catch (error) {
      this.outage.note(error);
    }
    return this.broker !== null;
  }

  private async publishAll(instance: string, again: boolean): Promise<void> {
    const users = await this.repository.users(USERS_AT_MOST);
    const wanting = new Set(users.map(({ id }) => id));
    for (const user of users) {
      if ((await this.lease()) === null) return;
      await this.publishUser(instance, user.id, await this.wantedOf(instance, user), again);
    }
    for (const id of await this.repository.publishedUsers())
      if (!wanting.has(id)) await this.publishUser(instance, id, [], again);
  }

  private async publishUser(instance: string, userId: string, wanted: Wanted[], again: boolean): Promise<void> {
    const published = new Map((await this.repository.published(userId)).map((row) => [row.id, row]));
    for (const one of wanted) {
      const known = published.get(one.id);
      published.delete(one.id);
      if (known?.digest === one.digest && !again) continue;
      if (!known) await this.repository.announce(userId, one.id, one.kind);
      await this.send(await one.messages());
      if (known?.digest !== one.digest) await this.repository.record(one.id, one.digest);
    }
    for (const row of published.values()) {
      await this.send(removalMessages(instance, row));
      await this.repository.forget(row.id);
    }
  }

  private async send(messages: RetainedMessage[]): Promise<void> {
    for (const { topic, payload } of messages) await this.broker!.publish(topic, payload);
  }

  private async wantedOf(instance: string, user: HomeUser): Promise<Wanted[]> {
    const favorites = await this.repository.favorites(user.id, FAVORITES_AT_MOST);
    const digests = await this.notes.digests(favorites.flatMap(({ available_id: id }) => id ?? []));
    const links = Links.withoutRequest(this.config);
    const updates = favorites.map((favorite): Wanted => {
      const page = this.config.web ? links.app(`software/${favorite.software_id}`) : links.favorite(favorite.id);
      const note = favorite.available_id === null ? null : (digests.get(favorite.available_id) ?? null);
      return {
        id: favorite.id,
        kind: 'update',
        digest: sha256(JSON.stringify([VERSION, instance, user.name, page, favorite, note])),
        messages: async () =>
          updateMessages(instance, user, favorite, page, note === null ? null : await this.summary(favorite)),
      };
    });
    const sensor: Wanted = {
      id: user.id,
      kind: 'sensor',
      digest: sha256(JSON.stringify([VERSION, instance, user])),
      messages: () => Promise.resolve(sensorMessages(instance, user)),
    };
    return [...updates, sensor];
  }

  /** The beginning of the release notes, as one line. */
  private async summary({ available_id: id }: HomeFavorite): Promise<string | null> {
    const note = (await this.notes.read([id!])).get(id!);
    if (!note) return null;
    const { notes } = await this.views.read(note, 'text', SUMMARY_BYTES);
    return cleanLine(String(notes), SUMMARY_BYTES);
  }
}

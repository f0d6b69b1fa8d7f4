import { Injectable, Logger } from '@nestjs/common';
import { Channel, type Delivery } from './channel';
import { type InUse, inUseText } from '../rendering/in-use';
import { cleanMessage } from '../rendering/message';
import type { Outcome } from './outcome';

/** Log collectors cut longer lines. */
const MAX_UPDATES = 20;
/** Breaking changes that are named of one product. */
const MAX_BREAKING = 10;

/** There are none. */
export class LogSettings {}

/** Writes notifications to the log of the service: for trials, and for log collectors. */
@Injectable()
export class LogChannel extends Channel<LogSettings> {
  readonly type = 'log';
  readonly title = 'Log of the service';
  readonly category = 'other';
  readonly description = 'A line in the log of this service, for trying things out and for log collectors.';
  readonly settingsClass = LogSettings;
  readonly retryProfile = 'http';
  private readonly logger = new Logger('Notification');

  send({ id, attempt, message }: Delivery<LogSettings>): Promise<Outcome> {
    const { kind, updates, alerts = [], total, channel } = cleanMessage(message);
    this.logger.log({
      msg: 'notification',
      delivery: id,
      attempt,
      kind,
      total,
      ...(channel && { channel: channel.name, reason: channel.reason }),
      ...(alerts.length > 0 && {
        alerts: alerts.slice(0, MAX_UPDATES).map(({ software, trackedVersion, inUse, support }) => ({
          software: software.name,
          trackedVersion: trackedVersion.version,
          ...placesOf(inUse),
          cycle: support.cycle,
          endsOn: support.endsOn,
        })),
      }),
      updates: updates.slice(0, MAX_UPDATES).map(({ software, publisher, trackedVersion, inUse, version, notes }) => ({
        software: software.name,
        publisher: publisher?.name ?? null,
        trackedVersion: trackedVersion?.version ?? null,
        ...placesOf(inUse),
        version: version.version,
        ...(notes && { breaking: notes.breaking.slice(0, MAX_BREAKING).map(({ text }) => text) }),
      })),
    });
    return Promise.resolve({ kind: 'ok' });
  }
}

const placesOf = (inUse: InUse | null | undefined) => (inUse ? { inUse: inUseText(inUse) } : {});

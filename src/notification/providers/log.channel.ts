import { Logger } from '@nestjs/common';
import { NotificationChannel } from '../../common/plugin/marks';
import { type Outcome, Channel, type Delivery } from './channel';
import type { Alert } from '../rendering/alert';
import { type InUse, inUseText } from '../rendering/tracked-product';
import { cleanMessage } from '../rendering/message';
import { vulnerabilitiesText } from '../rendering/risk-words';

/** Log collectors cut longer lines. */
const MAX_UPDATES = 20;
/** Of one product. */
const MAX_VULNERABILITIES = 20;
/** Breaking changes that are named of one product. */
const MAX_BREAKING = 10;

/** There are none. */
export class LogSettings {}

/** Writes notifications to the log of the service: for trials, and for log collectors. */
@NotificationChannel()
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
        alerts: alerts.slice(0, MAX_UPDATES).map((alert) => ({
          software: alert.software.name,
          trackedVersion: alert.trackedVersion.version,
          ...placesOf(alert.inUse),
          ...factsOf(alert),
        })),
      }),
      updates: updates
        .slice(0, MAX_UPDATES)
        .map(({ software, publisher, trackedVersion, inUse, version, notes, risk }) => ({
          software: software.name,
          publisher: publisher?.name ?? null,
          trackedVersion: trackedVersion?.version ?? null,
          ...placesOf(inUse),
          version: version.version,
          ...(risk && risk.fixed.total > 0 && { fixes: vulnerabilitiesText(risk.fixed) }),
          ...(notes && { breaking: notes.breaking.slice(0, MAX_BREAKING).map(({ text }) => text) }),
        })),
    });
    return Promise.resolve({ kind: 'ok' });
  }
}

function factsOf(alert: Alert) {
  if (alert.about === 'support') return { cycle: alert.support.cycle, endsOn: alert.support.endsOn };
  const { vulnerabilities, total } = alert;
  return { total, vulnerabilities: vulnerabilities.slice(0, MAX_VULNERABILITIES).map(({ id }) => id) };
}

const placesOf = (inUse: InUse | null | undefined) => (inUse ? { inUse: inUseText(inUse) } : {});

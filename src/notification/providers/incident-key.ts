import { createHash } from 'node:crypto';
import type { Alert } from '../rendering/alert';
import type { Message } from '../rendering/message';

/**
 * The key by which an incident provider merges messages: one version of one product, for every user and every reminder; the end of support of
 * one series of it, from the first alert on; and the same vulnerabilities of one version, found and exploited. Any other message has a key of its own. At most 72 ASCII characters.
 */
export function incidentKey(id: string, message: Message): string {
  const [update] = message.updates;
  const [alert] = message.alerts ?? [];
  if (message.kind === 'update.digest') return `fr-${id}`;
  if (alert) return keyOf(alert.software.id, aboutOf(alert));
  return update ? keyOf(update.software.id, update.version.version) : `fr-${id}`;
}

function aboutOf(alert: Alert): string {
  const { version } = alert.trackedVersion;
  if (alert.about === 'support') return `support ${alert.support.cycle ?? version}`;
  return `vulnerabilities ${version} ${alert.vulnerabilities.map(({ id }) => id).sort().join(' ')}`; // prettier-ignore
}

/** Hashed, so that long versions fit into the provider's limits and never collide. */
function keyOf(softwareId: string, about: string): string {
  return `fr-${softwareId}-${createHash('sha256').update(about.toWellFormed()).digest('hex').slice(0, 32)}`;
}

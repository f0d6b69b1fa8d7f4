import { createHash } from 'node:crypto';
import type { Message } from '../rendering/message';

/**
 * The key by which an incident provider merges messages: one version of one product, for every user and every reminder. Any other message
 * has a key of its own. At most 72 ASCII characters.
 */
export function incidentKey(id: string, message: Message): string {
  const [update] = message.updates;
  if (!update || message.kind === 'update.digest') return `fr-${id}`;
  // Hashed, so that long versions fit into the provider's limits and never collide.
  const version = createHash('sha256').update(update.version.version.toWellFormed()).digest('hex').slice(0, 32);
  return `fr-${update.software.id}-${version}`;
}

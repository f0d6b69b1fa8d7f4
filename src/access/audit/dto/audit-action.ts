/** `<resource type>.<past participle>` */
export const AUDIT_ACTIONS = [
  'user.created',
  'user.disabled',
  'user.enabled',
  'user.deleted',
  'token.created',
  'token.revoked',
  'session.link-created',
  'session.created',
  'session.ended',
  'profile.updated',
  'channel.created',
  'channel.updated',
  'channel.secret-rotated',
  'channel.confirmation-requested',
  'channel.confirmed',
  'channel.unsubscribed',
  'channel.disabled',
  'channel.deleted',
  'feed.created',
  'feed.rotated',
  'feed.deleted',
  'favorite.created',
  'favorite.updated',
  'favorite.policy-updated',
  'favorite.deleted',
  'software.created',
  'software.added',
  'software.source-set',
  'software.source-removed',
  'software.notes-source-set',
  'software.notes-source-removed',
  'software.ordering-changed',
  'software.identifiers-set',
  'catalogue.imported',
  'secrets.rotated',
  'inventory.created',
  'inventory.updated',
  'inventory.imported',
  'inventory.deleted',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const resourceTypeOf = (action: AuditAction) => action.slice(0, action.indexOf('.'));

export const RESOURCE_TYPES = [...new Set(AUDIT_ACTIONS.map(resourceTypeOf))];

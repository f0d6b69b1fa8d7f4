/** The user whose resources are meant. */
export interface Owner {
  userId: string;
}

/**
 * How somebody acts: with a token of ours, one of OpenID Connect, in a browser's session, by a link in a message that this user received, on
 * the command line, or as the service itself.
 */
export const MEANS = ['token', 'oidc', 'session', 'link', 'cli', 'service'] as const;

/** The actor of a change, as the audit log records it. */
export interface Actor {
  /** null = not a user of the service. */
  userId: string | null;
  means: (typeof MEANS)[number];
  /** The id of a token of ours or of a session, or the subject of a token of OpenID Connect. */
  credential: string | null;
  /** `X-Request-Id`; null outside a request. */
  requestId: string | null;
}

/** A user who changes their own resources. */
export type UserActor = Actor & Owner;

export const COMMAND_LINE: Actor = { userId: null, means: 'cli', credential: null, requestId: null };
export const SERVICE: Actor = { userId: null, means: 'service', credential: null, requestId: null };

/** A reader of a message that was sent to this user. */
export const byLink = (userId: string, requestId: string | null): UserActor => ({
  userId,
  means: 'link',
  credential: null,
  requestId,
});

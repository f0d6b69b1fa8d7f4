import { Problem } from '../problem/problem';

/** The problem of an unknown, expired or revoked token. */
export const invalidToken = (challenge = 'Bearer realm="api", error="invalid_token"') =>
  new Problem('unauthorized', 'The token is not valid: unknown, expired or revoked.', [], {
    'WWW-Authenticate': challenge,
  });

import { Problem } from '../common/problem/problem';

/** For whoever sends a token that is nobody's. */
export const invalidToken = (challenge = 'Bearer realm="api", error="invalid_token"') =>
  new Problem('unauthorized', 'The token is not valid: unknown, expired or revoked.', [], {
    'WWW-Authenticate': challenge,
  });

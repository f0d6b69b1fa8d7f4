import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { firstCharacters } from 'small-parts';
import { IssuerAwayError } from './issuer-keys';

/** Why a sign-in was refused. The sign-in page has a text for each reason. */
export type SignInProblem =
  | 'oidc-expired'
  | 'oidc-denied'
  | 'oidc-unavailable'
  | 'oidc-refused'
  | 'oidc-no-scope'
  | 'oidc-no-user'
  | 'oidc-disabled';

export class Refused extends Error {
  /** @param reason for the operator's log */
  constructor(
    readonly problem: SignInProblem,
    readonly reason: string | null = null,
  ) {
    super(problem);
  }
}

/** Codes by which a person or a rule of the issuer refused the sign-in (RFC 6749, 4.1.2.1; OpenID Connect Core 1.0, 3.1.2.6). */
const DENIED = [
  'access_denied',
  'account_selection_required',
  'consent_required',
  'interaction_required',
  'login_required',
];
const UNAVAILABLE = ['server_error', 'temporarily_unavailable'];
const LONGEST_REASON = 200;

/** @throws the error itself when the issuer's answer did not cause it */
export function refusalOf(error: unknown): Refused {
  if (error instanceof Refused) return error;
  const away = awayOf(error);
  if (away) return new Refused('oidc-unavailable', away.message);
  if (!isOfLibrary(error)) throw error;
  const code = error instanceof AuthorizationResponseError ? error.error : '';
  if (DENIED.includes(code)) return new Refused('oidc-denied', code);
  if (UNAVAILABLE.includes(code)) return new Refused('oidc-unavailable', code);
  return new Refused('oidc-refused', reasonOf(error));
}

/** Uses words of the library and codes of the standards only: the issuer's own text is untrusted. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError)
    return /^[a-z_]{1,60}$/.test(error.error) ? error.error : 'an unknown error';
  return firstCharacters(cause instanceof Error ? `${message}: ${cause.message}` : message, LONGEST_REASON);
}

const isOfLibrary = (error: unknown) =>
  error instanceof ClientError ||
  error instanceof ResponseBodyError ||
  error instanceof AuthorizationResponseError ||
  error instanceof WWWAuthenticateChallengeError;

/** The library wraps errors of `OidcClient`. */
function awayOf(error: unknown): IssuerAwayError | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause) if (at instanceof IssuerAwayError) return at;
  return null;
}

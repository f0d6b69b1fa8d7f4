export const session = {
  title: 'Sign in',
  lead: 'See what is outdated, and what to do about it.',
  token: 'Access token',
  tokenHint: 'It begins with sut_. It is exchanged for a session and not kept in this browser.',
  submit: 'Sign in',
  wrongToken: 'This token is not valid: it may be mistyped, expired or revoked.',
  or: 'or',
  oidc: (title: string) => `Sign in with ${title}`,
  noToken:
    'No token? The operator can invite you. On the machine where the service runs, the first of these prints a sign-in link for a user, and the ' +
    'second makes a new user:',
  command: 'npm run cli -- sign-in --user <name>\nnpm run cli -- user create <name>',
  docs: 'Documentation',
  signingIn: 'Signing you in …',
  linkFailed: 'This sign-in link does not work',
  /** By the reasons of a refused link. */
  links: {
    unknown: 'There is no such link: part of it may be missing. Copy all of it, or ask the operator for another.',
    used: 'It has been used, and works once. Ask the operator for another.',
    expired: 'It is too old. Ask the operator for another.',
  },
  again: 'Sign in again',
  againText: 'Your session has ended. Sign in again: what you were writing stays here.',
  staleText: 'You signed in more than an hour ago. This needs a recent sign-in; then it goes on by itself.',
  fewer: (scopes: string) => `You signed in with fewer rights than before. Missing: ${scopes}.`,
  wrongUser: (name: string) => `You signed in as ${name}. The page is loaded anew.`,
  elsewhere: (host: string) =>
    `Sign in at the encrypted address, ${host}. This one is not encrypted, so that the browser keeps no session of it.`,
  open: (origin: string) => `Open ${origin}`,
  insecure: 'This connection is not encrypted: others in the network can read your session. Use HTTPS.',
  /** By the codes that `/sign-in/oidc` leads back with. */
  problems: {
    'oidc-expired': 'The sign-in took too long, or was begun in another tab or browser. Try again.',
    'oidc-denied': 'The sign-in was cancelled or refused there.',
    'oidc-unavailable':
      'The sign-in service cannot be reached at the moment. Try again in a minute; a token still works.',
    'oidc-refused':
      'The answer of the sign-in service was not accepted. Try again; if it comes back, tell the operator.',
    'oidc-no-scope': 'You are known there, but have no rights here. Ask the operator to give you access.',
    'oidc-no-user': 'The sign-in service did not say who you are. Tell the operator.',
    'oidc-disabled': 'Your account here is disabled. Ask the operator.',
    'too-many': 'Too many sign-ins from this address. Wait a minute and try again.',
  } as Record<string, string>,
  refused: 'The sign-in did not work. Try again, or ask the operator.',
};

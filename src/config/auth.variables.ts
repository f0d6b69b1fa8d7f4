import { parseAudience, parseClaim, parseIssuer, parseScopeMap, type ScopeMap } from './oidc';
import { SCOPES } from './scopes';
import { boolean, duration, type Shape, text, type Variable } from './variable';

/** Whether its keys may come by plain HTTP is judged when OIDC_ALLOW_HTTP has been read. */
const issuer: Shape<string> = {
  parse: parseIssuer,
  expected: 'an https URL without a query (http on loopback, or with OIDC_ALLOW_HTTP=true), of at most 255 characters',
  value: 'https URL',
};

const audience: Shape<string[]> = {
  parse: parseAudience,
  expected: 'one or more words, separated by commas',
  value: 'list of words',
};

const claim: Shape<string> = {
  parse: parseClaim,
  expected: 'the name of a claim of at most 200 characters, such as groups or realm_access.roles',
  value: 'name of a claim',
};

const scopeMap: Shape<ScopeMap> = {
  parse: parseScopeMap,
  expected: `words and scopes such as staff=read write;operators=admin (scopes: ${SCOPES.join(', ')}; * = every token)`,
  value: 'such as `*=read;staff=read write;operators=admin`',
};

const title: Shape<string> = {
  parse: (value) => (value.length <= 60 ? value : null),
  expected: 'a text of at most 60 characters',
  value: 'text',
};

export const AUTH_VARIABLES = {
  OIDC_ISSUER: {
    ...issuer,
    default: null,
    unset: 'none',
    description:
      "An issuer whose access tokens are accepted beside the service's own. See [OpenID Connect](users.md#openid-connect).",
  },
  OIDC_AUDIENCE: {
    ...audience,
    default: null,
    unset: 'required with `OIDC_ISSUER`, unless `OIDC_CLIENT_ID` is set: then no access tokens are accepted',
    description: 'Accepted values of the claim `aud`, comma-separated.',
  },
  OIDC_USER_CLAIM: { ...claim, default: 'sub', description: 'The claim that identifies a user permanently.' },
  OIDC_NAME_CLAIM: {
    ...claim,
    default: 'preferred_username',
    description: 'The claim with the name of a new user. Without it, the value of `OIDC_USER_CLAIM` is the name.',
  },
  OIDC_SCOPE_CLAIM: {
    ...claim,
    default: null,
    unset: '`scope`, else `scp`',
    description: 'The claim with the scopes, such as `groups` or `realm_access.roles`.',
  },
  OIDC_SCOPE_PREFIX: {
    ...text,
    default: null,
    unset: 'none',
    description: 'Prefix of the scopes in that claim, such as `tracker:`.',
  },
  OIDC_SCOPE_MAP: {
    ...scopeMap,
    default: null,
    unset: 'none',
    description: 'Maps values of that claim to scopes; `*` is every token.',
  },
  OIDC_ALLOW_HTTP: {
    ...boolean,
    default: 'false',
    description:
      '`true`: the issuer may be another machine reached by plain HTTP. Whoever can change its answers on the way can then forge tokens.',
  },
  OIDC_CLIENT_ID: {
    ...text,
    default: null,
    unset: 'none',
    description:
      'What the issuer calls this service. With it, people sign in to the web application at the issuer. See [sign-in](users.md#openid-connect).',
  },
  OIDC_CLIENT_SECRET: {
    ...text,
    default: null,
    unset: 'none, for a public client',
    description: 'The secret that the issuer has given to this service.',
  },
  OIDC_SIGN_IN_SCOPE: {
    ...text,
    default: 'openid profile email',
    description:
      'What is asked for at the sign-in. Some issuers put groups into the ID token only with `groups` in it.',
  },
  OIDC_TITLE: {
    ...title,
    default: null,
    unset: "the issuer's host",
    description: 'What the button says after "Sign in with".',
  },
  AUDIT_RETENTION: {
    ...duration(),
    default: '400d',
    description: 'How long to keep an entry of the [audit log](monitoring.md#audit-log), at most ten years.',
  },
} satisfies Record<string, Variable<unknown>>;

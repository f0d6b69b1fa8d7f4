import { ServerSetting, Setting } from '../../common/settings/setting';
import { under } from '../../common/settings/settings';
import type { Config } from '../../config/config';

interface WithToken {
  token?: string;
  server?: string;
}

/** The public servers, for which the operator may have configured tokens. No other address gets these. */
export const GITHUB = 'https://api.github.com/';
export const GITLAB = 'https://gitlab.com/';

/** The setting `token` of a source at GitHub. */
export function GithubToken(purpose: string): PropertyDecorator {
  return Setting({
    title: 'Token',
    description: `A token of GitHub: with it 5,000 requests an hour are allowed instead of 60${purpose}. At the default server, a token that the operator has configured as GITHUB_TOKEN is used without it.`,
    maxLength: 255,
    pattern: /^[A-Za-z0-9_]{20,255}$/,
    secret: true,
    optional: true,
    examples: ['ghp_000000000000000000000000000000000000'],
  });
}

/** The setting `server` of a source at GitHub. */
export function GithubServer(): PropertyDecorator {
  return ServerSetting('The base address of the API of a GitHub Enterprise server, which ends in /api/v3.', GITHUB);
}

/** Of the REST API of GitHub, with the token of the source or the operator's. */
export function githubHeaders({ token, server = GITHUB }: WithToken, { githubToken }: Config): Record<string, string> {
  // Of several, `TokenTurns` puts in the one whose turn it is.
  const used = token ?? (server === GITHUB ? githubToken[0] : null);
  return { 'x-github-api-version': '2022-11-28', ...(used ? { authorization: bearer(used) } : {}) };
}

/** Where GraphQL is, beside the REST API of GitHub or of an Enterprise server. */
export function githubGraph({ server = GITHUB }: WithToken): string {
  return under(server.replace(/\/api\/v3\/?$/, '/api'), 'graphql');
}

/** Of the REST API of GitLab, with the token of the source or the operator's. */
export function gitlabHeaders({ token, server = GITLAB }: WithToken, { gitlabToken }: Config): Record<string, string> {
  const used = token ?? (server === GITLAB ? gitlabToken : null);
  return used ? { 'private-token': used } : {};
}

/** Whether a header has a token of the operator, which all sources without their own token share. */
export function isOperatorsToken(header: string, { githubToken, gitlabToken }: Config): boolean {
  return githubToken.some((token) => header === bearer(token)) || header === gitlabToken;
}

export const bearer = (token: string) => `Bearer ${token}`;

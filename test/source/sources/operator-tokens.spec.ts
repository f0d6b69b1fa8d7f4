import type { OutgoingHttp, OutgoingRequest } from '../../../src/common/outgoing-http/outgoing-http';
import { acceptSettings } from '../../../src/common/settings/settings';
import { SourceWeb } from '../../../src/common/fetch/source-web';
import { closeAll } from '../../notification/providers/peers';
import { sourceAt } from './one-source';

afterEach(closeAll);

const TOKENS = { githubToken: ['ghp_canaryOfTheOperator'], gitlabToken: 'glpat-canaryOfTheOperator' };

/** The first request of a source to a server that no test may reach: it is looked at and not sent. */
async function firstRequest(type: string, settings: object): Promise<OutgoingRequest> {
  const { source } = await sourceAt(type, TOKENS);
  let first: OutgoingRequest | undefined;
  const http = {
    request: (request: OutgoingRequest) => {
      first ??= request;
      throw new Error('not sent');
    },
  } as unknown as OutgoingHttp;
  await source.fetch(acceptSettings(source, settings).settings, new SourceWeb(http)).catch(() => undefined);
  return first!;
}

const GITHUB = ['github-releases', { repository: 'nodejs/node' }] as const;
const WINGET = ['winget', { package: 'OpenJS.NodeJS' }] as const;
const GITLAB = ['gitlab-releases', { project: 'group/project' }] as const;
const operators = (request: OutgoingRequest) => JSON.stringify(request.headers ?? {}).includes('OfTheOperator');

describe('a token of the operator', () => {
  test.each([
    [...GITHUB, 'https://api.github.com', { authorization: `Bearer ${TOKENS.githubToken[0]}` }],
    [...WINGET, 'https://api.github.com', { authorization: `Bearer ${TOKENS.githubToken[0]}` }],
    [...GITLAB, 'https://gitlab.com', { 'private-token': TOKENS.gitlabToken }],
  ])('is used by %s at the public server, named or not', async (type, settings, server, headers) => {
    for (const given of [settings, { ...settings, server }]) {
      const request = await firstRequest(type, given);
      expect(new URL(request.url).origin).toBe(server);
      expect(request.headers).toMatchObject(headers);
    }
  });

  test.each([
    [...GITHUB, 'ghp_canaryOfTheSource0000', { authorization: 'Bearer ghp_canaryOfTheSource0000' }],
    [...WINGET, 'ghp_canaryOfTheSource0000', { authorization: 'Bearer ghp_canaryOfTheSource0000' }],
    [...GITLAB, 'glpat-canaryOfTheSource', { 'private-token': 'glpat-canaryOfTheSource' }],
  ])('gives way to that of a source: %s', async (type, settings, token, headers) => {
    const request = await firstRequest(type, { ...settings, token });
    expect(request.headers).toMatchObject(headers);
    expect(operators(request)).toBe(false);
  });

  test.each([
    [...GITHUB, 'https://github.example.com/api/v3'],
    [...GITHUB, 'http://api.github.com/'],
    [...GITHUB, 'https://api.github.com:8443/'],
    [...GITHUB, 'https://api.github.com/api/v3'],
    [...GITHUB, 'https://api.github.com.example.com/'],
    [...WINGET, 'https://github.example.com/api/v3'],
    [...GITLAB, 'https://gitlab.example.com/'],
    [...GITLAB, 'https://gitlab.com.example.com/'],
    ['forgejo-releases', { repository: 'owner/name' }, 'https://api.github.com/'],
    ['scoop', { bucket: 'ScoopInstaller/Main', manifest: 'git' }, 'https://raw.githubusercontent.com/'],
    ['scoop', { bucket: 'ScoopInstaller/Main', manifest: 'git' }, 'https://api.github.com/'],
  ])('does not go with %s %j to %s', async (type, settings, server) => {
    // Plain http is for hosts on this machine only, so its address is not accepted, and nothing is sent.
    const request = await firstRequest(type, { ...settings, server }).catch(() => null);
    if (request) expect(new URL(request.url).host).toBe(new URL(server).host);
    expect(request !== null && operators(request)).toBe(false);
  });
});

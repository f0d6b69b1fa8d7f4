import { halvesOf, payload, payloadsOf, type Stage } from './stage';

const USER = `Basic ${Buffer.from('reader:canary-password').toString('base64')}`;
const SCOPE = 'repository:library/ubuntu:pull';

/** A registry that wants a token, and beside it the server that gives one to those who say who they are. */
export const stage: Stage = {
  settings: (base) => ({ image: 'library/ubuntu', user: 'reader', password: 'canary-password', server: base }),
  serve: ({ path, headers }, base) => {
    const url = new URL(path, base);
    if (url.pathname === '/token') {
      const asked = [url.searchParams.get('service'), url.searchParams.get('scope'), headers.authorization];
      if (asked.join() !== ['registry.example.com', SCOPE, USER].join()) return [401, {}, '{"details":"incorrect"}'];
      return [200, { 'content-type': 'application/json' }, '{"token":"canary.token","expires_in":300}'];
    }
    if (headers.authorization !== 'Bearer canary.token') {
      const challenge = `Bearer realm="${base}/token",service="registry.example.com",scope="${SCOPE}"`;
      return [401, { 'www-authenticate': challenge }, '{"errors":[{"code":"UNAUTHORIZED"}]}'];
    }
    if (url.pathname !== '/v2/library/ubuntu/tags/list') return [404, {}, '{"errors":[{"code":"NAME_UNKNOWN"}]}'];
    return [200, { 'content-type': 'application/json' }, payload('docker-tags-list/ubuntu.json')];
  },
  pages: { halves: halvesOf('tags') },
  expected: {
    count: 223,
    releases: [
      { version: '10.04', releasedAt: null, prerelease: null, notesUrl: null },
      { version: 'zesty', releasedAt: null, prerelease: null, notesUrl: null },
    ],
  },
  payloads: payloadsOf('docker-tags-list'),
  // The first answer is the one that asks for the token.
  conditional: false,
};

import { parseUrl } from 'small-parts';
import { undecodablePart } from './url';
import type { Shape, Variable } from './variable';

/** As tools take it: `proxy.example.org:3128` is an http: proxy. It may have a user and a password, and is never shown. */
const proxy: Shape<URL> = {
  parse: (value) => {
    const url = parseUrl(/^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`);
    const isProxy = url?.pathname === '/' && !url.search && !url.hash && undecodablePart(url) === null;
    return isProxy && ['http:', 'https:'].includes(url.protocol) ? url : null;
  },
  expected: 'the http(s) URL of a proxy, such as http://proxy.example.org:3128',
  value: 'URL',
};

/** Other tools read it too, so what is no host simply matches none. */
const exceptions: Shape<string[]> = {
  parse: (value) =>
    value
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  expected: 'a list of hosts',
  value: 'list of names, addresses and CIDRs, or `*`',
};

/** Of the outgoing proxy. Their names in small letters mean the same, and win, as for curl. */
export const PROXY_VARIABLES = {
  HTTP_PROXY: {
    ...proxy,
    default: null,
    unset: 'none',
    description: '[Proxy](scaling.md#outgoing-proxy) for outgoing requests to `http:` addresses.',
  },
  HTTPS_PROXY: {
    ...proxy,
    default: null,
    unset: 'none',
    description: 'The same for `https:` addresses, and for the mail relay. It must allow `CONNECT`.',
  },
  NO_PROXY: {
    ...exceptions,
    default: null,
    unset: 'none',
    absent: [],
    description:
      'What is connected to directly, comma-separated, such as `localhost,.example.org,10.0.0.0/8`. A name includes those below it.',
  },
} satisfies Record<string, Variable<unknown>>;

import { ESCAPES, parseUrl, undecodablePart } from './url';
import type { Shape, Variable } from './variable';

/** A URL that is requested as it is. It may have credentials. */
const address: Shape<string> = {
  parse: (value) => {
    const url = parseUrl(value);
    if (!url || !['http:', 'https:'].includes(url.protocol) || url.hash) return null;
    return undecodablePart(url) ? null : url.href;
  },
  expected: `an http(s) URL without a fragment (#); in the user and the password, write ${ESCAPES}`,
  value: 'URL',
};

export const KNOWLEDGE_VARIABLES = {
  LIFECYCLE_URL: {
    ...address,
    default: null,
    unset: 'nobody is asked',
    description:
      'What is asked daily until when products are [supported](lifecycle.md#one-answer-for-all-products): an answer like that of `products/full` in API v1 of endoflife.date. It may hold a user and a password, and may be inside your network.',
  },
} satisfies Record<string, Variable<unknown>>;

/**
 * The Content-Security-Policy of the web application: only its own files, the scripts in its page, and style elements with the nonce (Mantine writes
 * its variables into one).
 * @param scriptHashes of the scripts in the page, such as `sha256-…`
 */
export const pagePolicy = (nonce: string, scriptHashes: readonly string[]): string =>
  [
    `default-src 'none'`,
    [`script-src 'self'`, ...scriptHashes.map((hash) => `'${hash}'`)].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data:`,
    `connect-src 'self'`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    `font-src 'self'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types default`,
  ].join('; ');

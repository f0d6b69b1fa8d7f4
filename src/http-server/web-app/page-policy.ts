/**
 * The Content-Security-Policy of the web application: only its own files, the script in its page, and style elements with the nonce (Mantine writes
 * its variables into one).
 * @param scriptHash such as `sha256-…`; null = there is no script in the page
 */
export const pagePolicy = (nonce: string, scriptHash: string | null): string =>
  [
    `default-src 'none'`,
    `script-src 'self'${scriptHash ? ` '${scriptHash}'` : ''}`,
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

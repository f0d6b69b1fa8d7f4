let serial = 0;

/** A record for the import: a product of its own unless `identity` says otherwise. */
export function product(
  name: string,
  versions: (string | object)[],
  more: { publisher?: object; software?: object; identity?: object } = {},
) {
  return {
    publisher: { name: `Publisher of ${name}`, url: 'https://example.org', ...more.publisher },
    software: {
      name,
      short_description: `Short: ${name}`,
      description: `About ${name}`,
      url: 'https://example.org/product',
      ...more.software,
    },
    versions: versions.map((version) => (typeof version === 'string' ? { version } : version)),
    identity: { kind: 'test', id: `product-${++serial}`, ...more.identity },
  };
}

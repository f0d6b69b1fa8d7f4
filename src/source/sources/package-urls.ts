import { buildPurl, PurlError } from 'inventory-reader';

/**
 * The package URL of a package in the registry of its kind, or none where its type knows no such name. A server of one's own is no part of
 * it: most are mirrors.
 * @param path its name, after its namespace and `/` if it has one
 */
export function packageUrls(type: string, path: string, qualifiers: Record<string, string> = {}): string[] {
  const at = path.lastIndexOf('/');
  return built({ type, namespace: path.slice(0, Math.max(at, 0)), name: path.slice(at + 1), qualifiers });
}

function built(parts: object): string[] {
  try {
    return [buildPurl(parts)];
  } catch (error) {
    if (error instanceof PurlError) return [];
    throw error;
  }
}

/** Types of package URLs for the repositories of a host. Those of any other host are of type `git`, which names the host. */
const FORGES: Record<string, string[] | undefined> = {
  'github.com': ['github'],
  'bitbucket.org': ['bitbucket'],
  'gitlab.com': ['gitlab', 'git'],
};

/** @param repository `host/path` in lower case, as its host names it; null = it is none */
export function repositoryUrls(repository: string | null): string[] {
  const [host = '', ...segments] = segmentsOf(repository ?? '');
  const path = segments.join('/');
  return (FORGES[host] ?? ['git']).flatMap((type) =>
    type === 'git' ? built({ type, namespace: host, name: path }) : packageUrls(type, path),
  );
}

/** Decoded; none of what cannot be. */
function segmentsOf(path: string): string[] {
  try {
    return decodeURIComponent(path).split('/').filter(Boolean);
  } catch {
    return [];
  }
}

/** Container images of a registry other than Docker's are known by its host. */
export function imageUrls(image: string, server: string | undefined): string[] {
  const host = server ? new URL(server).host : null;
  if (host === null || /(^|\.)docker\.io$/.test(host)) return packageUrls('docker', image);
  const name = image.slice(image.lastIndexOf('/') + 1);
  return [
    ...packageUrls('docker', image, { repository_url: host }),
    ...packageUrls('oci', name, { repository_url: `${host}/${image}` }),
  ];
}

/**
 * Packages of a distribution, whose vendor is in the package URL.
 * @param vendors the first is that of the operator's server; a server of another address is of none, unless the address names one
 */
export function distributionUrls(type: string, vendors: string[], name: string, server: string | undefined): string[] {
  const vendor = server ? vendors.find((one) => server.toLowerCase().includes(one)) : vendors[0];
  return vendor === undefined ? [] : packageUrls(type, `${vendor}/${name}`);
}

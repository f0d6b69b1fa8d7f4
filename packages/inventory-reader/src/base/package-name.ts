import { parsePurl, type Purl, PurlError } from '../purl/purl';
import type { PackageParts } from './component';

/** Types of which the namespace is a vendor or a distribution, and no part of the name that people use. */
const VENDORS = new Set(['deb', 'rpm', 'apk', 'alpm', 'qpkg', 'generic', 'bitnami', 'oci', 'swid', 'yocto', 'opkg']);

/** The name that its users write: `@babel/core`, `org.slf4j:slf4j-api`, `ghcr.io/acme/api`. */
export function nameOfPurl(purl: Purl): string {
  const { type, namespace, name } = purl;
  if (namespace === null || VENDORS.has(type)) return withHost(purl, name);
  return withHost(purl, `${namespace}${type === 'maven' ? ':' : '/'}${name}`);
}

function withHost({ type, qualifiers }: Purl, name: string): string {
  const host = type === 'docker' ? qualifiers?.repository_url : undefined;
  return host === undefined ? name : `${host}/${name}`;
}

/** @returns null when it is none */
export function tryParsePurl(text: string): Purl | null {
  try {
    return text.length > 2_048 ? null : parsePurl(text);
  } catch (error) {
    if (error instanceof PurlError) return null;
    throw error;
  }
}

export function npmPackage(name: string): PackageParts {
  const slash = name.startsWith('@') ? name.indexOf('/') : -1;
  return { type: 'npm', namespace: name.slice(0, Math.max(slash, 0)), name: name.slice(slash + 1) };
}

/** `@scope/name@rest`, at the first `@` that does not begin a scope. */
export function splitSpecifier(text: string): [name: string, rest: string] {
  const at = text.indexOf('@', 1);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

export const pypiPackage = (name: string): PackageParts => ({
  type: 'pypi',
  name: name.toLowerCase().replace(/[-_.]+/g, '-'),
});

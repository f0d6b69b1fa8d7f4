import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSchemeName, schemeFor, type VersionScheme } from 'version-order';

/** Facts from public test suites: each file names its source. */
export interface VectorFile {
  name: string;
  scheme: string;
  cases: [string, string, string][];
}

const FOLDER = join(__dirname, '..', 'vectors');

export function vectorFiles(): VectorFile[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json') && file !== 'prerelease.json')
    .map((file) => ({ ...readVector<VectorFile>(file), name: file.replace('.json', '') }));
}

export function readVector<T>(file: string): T {
  return JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as T;
}

/** The scheme a file is about, or `generic` for the many that are none of ours. */
export function schemeOf(name: string): VersionScheme {
  return schemeFor({ scheme: isSchemeName(name) ? name : 'generic' });
}

export function holds(scheme: VersionScheme, a: string, relation: string, b: string): boolean {
  const [left, right] = [scheme.key(a), scheme.key(b)];
  if (relation === '!=') return left !== right;
  if (relation.includes('=') && left === right) return true;
  return relation.startsWith('<') ? left < right : relation.startsWith('>') ? left > right : false;
}

/** Every version string of the vectors, once. */
export function vectorVersions(): string[] {
  return [...new Set(vectorFiles().flatMap((file) => file.cases.flatMap(([a, , b]) => [a, b])))];
}

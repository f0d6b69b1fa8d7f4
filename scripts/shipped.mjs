// What of the lock file runs in production, for check-deps.mjs and sbom.mjs.
import { existsSync, readFileSync } from 'node:fs';

export const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Packages that say their licence in words only. */
const IN_WORDS = { 'pause@0.0.1': 'MIT' };

/** Each with its name, version, and licence as SPDX writes it (null = it says none), once for each place in node_modules. */
export function shipped(lock) {
  const packages = Object.entries(lock.packages).filter(([path, { dev, devOptional }]) => path && !dev && !devOptional);
  return packages.map(([path, entry]) => {
    const name = entry.name ?? path.split('node_modules/').at(-1);
    const id = `${name}@${entry.version}`;
    return { name, id, license: entry.license ?? licenseInstalled(path) ?? IN_WORDS[id] ?? null };
  });
}

/** Old packages have a list, which the lock file leaves out. */
function licenseInstalled(path) {
  if (!existsSync(`${path}/package.json`)) return null;
  const { license, licenses } = readJson(`${path}/package.json`);
  return license?.type ?? licenses?.map(({ type }) => type).join(' OR ') ?? null;
}

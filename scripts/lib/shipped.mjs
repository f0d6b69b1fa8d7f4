// What of the lock file is shipped, for check-deps.mjs and sbom.mjs: what runs in production, and what is in the web application.
import { existsSync, readFileSync } from 'node:fs';

export const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Packages that say their licence in words only. */
const IN_WORDS = { 'pause@0.0.1': 'MIT' };

/** Written by web/build.mjs. */
const BUNDLED = 'dist/web/packages.json';

/** Each with its name, version, and licence as SPDX writes it (null = it says none), once for each place in node_modules. */
export function shipped(lock) {
  const bundled = bundledIds();
  const packages = Object.entries(lock.packages)
    // Ours are in folders of the project.
    .filter(([path, { link }]) => path.startsWith('node_modules/') && !link)
    .map(([path, entry]) => {
      const name = entry.name ?? path.split('node_modules/').at(-1);
      const id = `${name}@${entry.version}`;
      const license = entry.license ?? licenseInstalled(path) ?? IN_WORDS[id] ?? null;
      return { name, id, path, license, isRun: !entry.dev && !entry.devOptional };
    });
  const missing = [...bundled].filter((id) => !packages.some((one) => one.id === id));
  if (missing.length > 0) throw new Error(`${BUNDLED} is of other packages: run npm run build (${missing.join(', ')})`);
  return packages.filter(({ id, isRun }) => isRun || bundled.has(id));
}

function bundledIds() {
  if (!existsSync(BUNDLED)) throw new Error(`${BUNDLED} is missing: run npm run build`);
  return new Set(readJson(BUNDLED).map(({ name, version }) => `${name}@${version}`));
}

/** Old packages have a list, which the lock file leaves out. */
function licenseInstalled(path) {
  if (!existsSync(`${path}/package.json`)) return null;
  const { license, licenses } = readJson(`${path}/package.json`);
  return license?.type ?? licenses?.map(({ type }) => type).join(' OR ') ?? null;
}

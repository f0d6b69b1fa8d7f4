import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { parseUrl } from 'small-parts';
import { isOwnVariable } from '../../config/plugin-environment';
import { StartError } from '../../config/start-error';
import { type Fields, isFields } from '../../common/fetch/read';
import { kitFault } from './kit-version';

/** What package.json says of a plug-in. */
export interface Manifest {
  name: string;
  version: string;
  /** SPDX; null = it says none. */
  license: string | null;
  /** Where people read how it is set up. */
  homepage: string;
  /** Variables of the environment that it may read. */
  environment: string[];
  /** The file with the stages for the contract tests; null = none. */
  stages: string | null;
  /** An absolute path. */
  folder: string;
  /** Packages that it needs, with the ranges. */
  dependencies: Record<string, string>;
  /** Commands that npm runs when it is installed. */
  installScripts: Record<string, string>;
}

/** Bytes. */
const LARGEST = 262_144;
const MOST_VARIABLES = 32;
const NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;
const VERSION = /^\d{1,9}\.\d{1,9}\.\d{1,9}(?:[-+][0-9A-Za-z.+-]{1,60})?$/;
const VARIABLE = /^[A-Z][A-Z0-9_]{0,99}$/;
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall', 'prepare'];
const KNOWN = ['kit', 'environment', 'stages'];

/**
 * The folder of a package: a path that begins with `./` below the working folder, or a package that Node.js finds from the folder `plugins` of it.
 * @throws StartError when it is not there
 */
export function locate(plugin: string, workingFolder = process.cwd()): string {
  if (plugin.startsWith('./')) {
    const folder = resolve(workingFolder, plugin);
    if (hasPackage(folder)) return folder;
    throw new StartError(`The plug-in ${plugin} of PLUGINS is not there: ${folder} has no package.json.`);
  }
  const from = createRequire(join(workingFolder, 'plugins', 'package.json'));
  const folder = (from.resolve.paths(plugin) ?? []).map((one) => join(one, plugin)).find(hasPackage);
  if (folder) return folder;
  throw new StartError(
    `The plug-in ${plugin} of PLUGINS is not installed. Install it in ${join(workingFolder, 'plugins')} (docs/plug-ins.md), or take it out of PLUGINS.`,
  );
}

const hasPackage = (folder: string) =>
  statSync(join(folder, 'package.json'), { throwIfNoEntry: false })?.isFile() === true;

/**
 * Reads and checks package.json. Nothing of the package is loaded.
 * @param plugin how errors name it
 * @throws StartError that says what is wrong and what to do
 */
export function readManifest(plugin: string, folder: string): Manifest {
  const refuse = (fault: string): never => {
    throw new StartError(`The plug-in ${plugin} cannot be loaded: ${fault}. Mend it, or take it out of PLUGINS.`);
  };
  const fields = fieldsIn(join(folder, 'package.json')) ?? refuse('its package.json is not JSON of up to 256 kB');
  const { name, version, license, homepage, tracker } = fields;
  if (typeof name !== 'string' || !NAME.test(name) || name.length > 214) refuse('package.json has no valid "name"');
  if (typeof version !== 'string' || !VERSION.test(version)) refuse('package.json has no valid "version"');
  if (!isFields(tracker)) return refuse('package.json has no "tracker": {"kit": "^1"}, so it is no plug-in');
  const fault = Object.keys(tracker).some((key) => !KNOWN.includes(key))
    ? `"tracker" of package.json has more than ${KNOWN.join(', ')}`
    : (kitFault(tracker.kit) ?? environmentFault(tracker.environment) ?? stagesFault(tracker.stages));
  if (fault !== null) refuse(fault);
  const page = typeof homepage === 'string' && homepage.length <= 2_048 ? parseUrl(homepage) : null;
  if (page?.protocol !== 'https:' && page?.protocol !== 'http:')
    return refuse('"homepage" of package.json must be the address of a page that says how it is set up');
  return {
    name: name as string,
    version: version as string,
    license: typeof license === 'string' ? license : null,
    homepage: page.href,
    environment: (tracker.environment ?? []) as string[],
    stages: (tracker.stages ?? null) as string | null,
    folder,
    dependencies: textsOf(fields.dependencies),
    installScripts: Object.fromEntries(
      Object.entries(textsOf(fields.scripts)).filter(([script]) => INSTALL_SCRIPTS.includes(script)),
    ),
  };
}

/** The file that Node.js loads for the package. */
export function entryOf({ name, folder }: Manifest): string {
  const require = createRequire(join(folder, 'package.json'));
  const { exports } = fieldsIn(join(folder, 'package.json')) ?? {};
  // By its own name, "exports" counts; by its path, "main" does.
  return require.resolve(exports === undefined ? folder : name);
}

export function fieldsIn(file: string): Fields | null {
  if (statSync(file).size > LARGEST) return null;
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isFields(parsed) ? parsed : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const textsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isFields(value) ? value : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );

function environmentFault(given: unknown): string | null {
  if (given === undefined) return null;
  const names: unknown[] = Array.isArray(given) ? (given as unknown[]) : [null];
  if (names.length > MOST_VARIABLES || !names.every((one) => typeof one === 'string' && VARIABLE.test(one)))
    return `"tracker"."environment" must be a list of up to ${MOST_VARIABLES} names of variables, in upper case`;
  const own = names.find((one) => isOwnVariable(one as string));
  return own === undefined ? null : `it asks for ${String(own)}, which is a variable of the service`;
}

function stagesFault(given: unknown): string | null {
  if (given === undefined || (typeof given === 'string' && /^\.\/[^\0]{1,255}$/.test(given))) return null;
  return '"tracker"."stages" must be the path of a file that begins with ./';
}

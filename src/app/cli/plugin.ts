import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { FAILED, print, tell } from 'small-parts';

/** The kit beside the service, by its own copy: `npm run build:kit` makes it. */
const KIT = join(__dirname, '..', '..', '..', 'packages', 'plugin-kit', 'testing.js');

interface ContractTest {
  name: string;
  run: () => Promise<void>;
}

/** `plugin check` */
export function addPluginCommands(cli: Command): void {
  const plugin = cli.command('plugin').description('code of others that the service runs');
  plugin
    .command('check')
    .description(
      'what a plug-in needs and runs when it is installed, and the contract tests of its channels and sources',
    )
    .argument('<folder>', 'of the package, compiled')
    .action(check);
}

async function check(given: string): Promise<void> {
  const folder = resolve(given);
  const { fieldsIn, readManifest } = await import('../plugin/manifest.js');
  const manifest = readManifest(given, folder);
  const { name, version, license, environment, installScripts } = manifest;
  print({ plugin: name, version, license, environment, installScripts });
  for (const one of dependenciesOf(manifest, fieldsIn)) print(one);
  await runTests(folder);
}

interface Needed {
  dependency: string;
  range: string;
  version: unknown;
  license: unknown;
  installScripts: Record<string, string>;
}

/** Of the packages that it names: those that these need are npm's matter (`npm ls`). */
function dependenciesOf(
  { folder, dependencies }: { folder: string; dependencies: Record<string, string> },
  read: (file: string) => Record<string, unknown> | null,
): Needed[] {
  const { resolve: find } = createRequire(join(folder, 'package.json'));
  return Object.entries(dependencies).map(([dependency, range]) => {
    const file = (find.paths(dependency) ?? []).map((one) => join(one, dependency, 'package.json')).find(existsSync);
    const { version = null, license = null, scripts } = (file && read(file)) || {};
    const all = Object.entries((scripts ?? {}) as Record<string, string>);
    const installScripts = Object.fromEntries(all.filter(([script]) => /^(pre|post)?install$/.test(script)));
    return { dependency, range, version, license, installScripts };
  });
}

/** Of a plug-in, by the names of their types. */
interface Brought {
  name: string;
  version: string;
  channels: string[];
  sources: string[];
}

async function runTests(folder: string): Promise<void> {
  if (!existsSync(KIT)) throw new Error('The kit for plug-ins is not built. Run npm run build:kit.');
  const { contractTests } = createRequire(__filename)(KIT) as {
    contractTests(folder: string, look: (brought: Brought) => Promise<void>): Promise<ContractTest[]>;
  };
  const hasEnded = endWithTests();
  try {
    let failed = 0;
    for (const test of await contractTests(folder, assertTypesAreFree)) if (!(await passes(test))) failed++;
    tell(failed === 0 ? 'The plug-in holds the contract.' : `${failed} of the contract tests failed.`);
    if (failed > 0) process.exitCode = FAILED;
  } finally {
    hasEnded();
  }
}

async function passes({ name, run }: ContractTest): Promise<boolean> {
  try {
    await run();
    tell(`ok      ${name}`);
    return true;
  } catch (error) {
    tell(`failed  ${name}\n${(error as Error).message}`);
    return false;
  }
}

/**
 * A plug-in is code: it may end the process, which is no success, and leave behind what would keep it alive.
 * @returns says that the tests are through: the process ends once the rest is said
 */
function endWithTests(): () => void {
  const early = () => {
    process.exitCode = FAILED;
    tell('The process ended before the contract tests did: a plug-in must not end it.');
  };
  process.once('exit', early);
  return () => {
    process.off('exit', early);
    setImmediate(() => process.stderr.write('', () => process.exit()));
  };
}

/** As the start does, with the types of the service itself. @throws StartError that names one that is taken */
async function assertTypesAreFree({ name, channels, sources, ...rest }: Brought): Promise<void> {
  const { typesBeside } = await import('./plugin-types.js');
  const typed = (types: string[]) => types.map((type) => ({ type, plugin: name }));
  await typesBeside({ ...rest, name, channels: typed(channels), sources: typed(sources) });
}

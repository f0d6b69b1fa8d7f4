import { Command } from 'commander';
import { runCommandLine } from 'small-parts';
import { VERSION } from '../../common/version';
import { ConfigError } from '../../config/config';

type AddCommands = (cli: Command) => unknown;

/** The commands in the order of the help, by the first word of each. A call loads its own; the help and a wrong name load all. */
const GROUPS: Record<string, () => Promise<AddCommands>> = {
  migrate: async () => (await import('./maintenance.js')).addMigrateCommand,
  catalogue: async () => (await import('./catalogue.js')).addCatalogueCommands,
  backup: async () => (await import('./backup.js')).addBackupCommand,
  restore: async () => (await import('./backup.js')).addRestoreCommand,
  token: async () => (await import('./token.js')).addTokenCommands,
  'sign-in': async () => (await import('./sign-in.js')).addSignInCommand,
  user: async () => (await import('./user.js')).addUserCommands,
  secrets: async () => (await import('./maintenance.js')).addSecretsCommands,
  check: async () => (await import('./maintenance.js')).addCheckCommand,
  deliver: async () => (await import('./maintenance.js')).addDeliverCommand,
  upkeep: async () => (await import('./maintenance.js')).addUpkeepCommand,
  software: async () => (await import('./software.js')).addSoftwareCommands,
  source: async () => (await import('./source.js')).addSourceCommands,
  version: async () => (await import('./version.js')).addVersionCommands,
  ordering: async () => (await import('./version.js')).addOrderingCommand,
  lifecycle: async () => (await import('./lifecycle.js')).addLifecycleCommands,
  advisory: async () => (await import('./advisory.js')).addAdvisoryCommands,
  knowledge: async () => (await import('./knowledge.js')).addKnowledgeCommands,
  notes: async () => (await import('./notes.js')).addNotesCommands,
  plugin: async () => (await import('./plugin.js')).addPluginCommands,
  inventory: async () => (await import('./inventory.js')).addInventoryCommands,
};

export const runProgram = () =>
  runCommandLine(
    () => commandLine(process.argv[2]),
    (error) => error instanceof ConfigError,
  );

/** All commands, or those of the group that is chosen. */
export async function commandLine(chosen = ''): Promise<Command> {
  const cli = new Command('cli').description('Software update tracker: the command line').version(VERSION);
  const groups = Object.hasOwn(GROUPS, chosen) ? [GROUPS[chosen]!] : Object.values(GROUPS);
  for (const load of groups) (await load())(cli);
  return cli;
}

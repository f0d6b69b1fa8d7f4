import { constants } from 'node:os';
import { Command, CommanderError } from 'commander';
import { VERSION } from '../common/version';
import { ConfigError } from '../config/config';
import { FAILED, tell, WRONG_USAGE } from './run';

type AddCommands = (cli: Command) => void;

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
  purl: async () => (await import('./purl.js')).addPurlCommands,
  vers: async () => (await import('./vers.js')).addVersCommands,
  notes: async () => (await import('./notes.js')).addNotesCommands,
  plugin: async () => (await import('./plugin.js')).addPluginCommands,
  inventory: async () => (await import('./inventory.js')).addInventoryCommands,
};

export function runCommandLine(): Promise<void> {
  return runCommand(async () => (await program(process.argv[2])).parseAsync());
}

/** Runs what a person has called, and says why it failed. */
export async function runCommand(run: () => Promise<unknown>): Promise<void> {
  // `… | head` closes our stdout: the rest is not wanted.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : FAILED));
  // As process 1 of a container it gets only those signals that it handles itself.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  try {
    await run();
  } catch (error) {
    process.exitCode = exitCodeOf(error);
    if (!(error instanceof CommanderError)) tell((error as Error).message);
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
  return error instanceof ConfigError ? WRONG_USAGE : FAILED;
}

async function program(chosen = ''): Promise<Command> {
  const cli = new Command('cli')
    .description('Software update tracker: the command line')
    .version(VERSION)
    .exitOverride()
    .showHelpAfterError('(add --help for more)');
  const groups = Object.hasOwn(GROUPS, chosen) ? [GROUPS[chosen]!] : Object.values(GROUPS);
  for (const load of groups) (await load())(cli);
  return inheritSettings(cli);
}

/** Commander does not hand `exitOverride` down to commands that were made with `command()` before it was set. */
function inheritSettings(command: Command): Command {
  for (const child of command.commands) inheritSettings(child.copyInheritedSettings(command));
  return command;
}

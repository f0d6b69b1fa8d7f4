import { constants } from 'node:os';
import { Command, CommanderError } from 'commander';
import { VERSION } from '../common/version';
import { ConfigError } from '../config/config';
import { addBackupCommands } from './backup';
import { addCatalogueCommands } from './catalogue';
import { addInventoryCommands } from './inventory';
import { addInventoryStoreCommands } from './inventory-store';
import { addKnowledgeCommands } from './knowledge';
import { addLifecycleCommands } from './lifecycle';
import { addMaintenanceCommands, addMigrateCommand } from './maintenance';
import { addNotesCommands } from './notes';
import { addNotesStoreCommands } from './notes-store';
import { addPurlCommands } from './purl';
import { FAILED, tell, WRONG_USAGE } from './run';
import { addSignInCommand } from './sign-in';
import { addSoftwareCommands } from './software';
import { addSourceCommands } from './source';
import { addTokenCommands } from './token';
import { addUserCommands } from './user';
import { addVersionCommands } from './version';

export async function runCommandLine(): Promise<void> {
  // `… | head` closes our stdout: the rest is not wanted.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : FAILED));
  // As process 1 of a container it gets only those signals that it handles itself.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  try {
    await program().parseAsync();
  } catch (error) {
    process.exitCode = exitCodeOf(error);
    if (!(error instanceof CommanderError)) tell((error as Error).message);
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
  return error instanceof ConfigError ? WRONG_USAGE : FAILED;
}

function program(): Command {
  const cli = new Command('cli')
    .description('Software update tracker: the command line')
    .version(VERSION)
    .exitOverride()
    .showHelpAfterError('(add --help for more)');
  addMigrateCommand(cli);
  addCatalogueCommands(cli);
  addBackupCommands(cli);
  addTokenCommands(cli);
  addSignInCommand(cli);
  addUserCommands(cli);
  addMaintenanceCommands(cli);
  addSoftwareCommands(cli);
  addSourceCommands(cli);
  addVersionCommands(cli);
  addLifecycleCommands(cli);
  addKnowledgeCommands(cli);
  addPurlCommands(cli);
  addNotesCommands(cli);
  addNotesStoreCommands(cli);
  addInventoryStoreCommands(addInventoryCommands(cli));
  return inheritSettings(cli);
}

/** Commander does not hand `exitOverride` down to commands that were made with `command()` before it was set. */
function inheritSettings(command: Command): Command {
  for (const child of command.commands) inheritSettings(child.copyInheritedSettings(command));
  return command;
}

import { constants } from 'node:os';
import type { Command, CommanderError } from 'commander';

/** Exit codes: 0, 1 when something failed, 2 for wrong usage. Results go to stdout, everything else to stderr. */
export const FAILED = 1;
export const WRONG_USAGE = 2;

/** A result: a text as it is, anything else as one line of JSON. */
export const print = (value: unknown) =>
  void process.stdout.write(`${typeof value === 'string' ? value : JSON.stringify(value)}\n`);

export const tell = (text: string) => process.stderr.write(`${text}\n`);

type IsMisuse = (error: unknown) => boolean;

/** Runs a command line with the arguments of this process, as `runCommand` does. */
export const runCommandLine = (make: () => Command | Promise<Command>, isMisuse?: IsMisuse): Promise<void> =>
  runCommand(async () => {
    const cli = (await make()).exitOverride().showHelpAfterError('(add --help for more)');
    await inheritSettings(cli).parseAsync();
  }, isMisuse);

/**
 * Runs what a person has called, says why it failed, and sets the exit code.
 * @param isMisuse whether an error says that it was used wrongly, as the unknown options of Commander do
 */
export async function runCommand(run: () => Promise<unknown>, isMisuse: IsMisuse = () => false): Promise<void> {
  // `… | head` closes our stdout: the rest is not wanted.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : FAILED));
  // As process 1 of a container it gets only those signals that it handles itself.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  try {
    await run();
  } catch (error) {
    if (isOfCommander(error)) process.exitCode = error.exitCode === 0 ? 0 : WRONG_USAGE;
    else {
      process.exitCode = isMisuse(error) ? WRONG_USAGE : FAILED;
      tell((error as Error).message);
    }
  }
}

/** By its code, so that programs which only use a library load no Commander. */
const isOfCommander = (error: unknown): error is CommanderError =>
  error instanceof Error && String((error as { code?: unknown }).code).startsWith('commander.');

/** Commander does not hand `exitOverride` down to commands that were made with `command()` before it was set. */
function inheritSettings(command: Command): Command {
  for (const child of command.commands) inheritSettings(child.copyInheritedSettings(command));
  return command;
}

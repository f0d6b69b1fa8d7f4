import type { Command } from 'commander';
import { answerLines, MAX_LINE } from 'small-parts';
import { AddressError } from './candidate';
import { readAddress } from './read-address';
import type { Registries } from './registries';

function resultOf(line: string | null, registries: Registries): string {
  try {
    if (line === null) throw new AddressError(`must not be longer than ${MAX_LINE} characters`);
    return JSON.stringify(readAddress(line, registries));
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    return JSON.stringify({ error: error.message });
  }
}

/** `read`: each line of stdin gives one line. */
export function addAddressCommand(cli: Command): void {
  cli
    .command('read')
    .description('for each address of stdin, print what it may mean as one JSON object a line, or {"error": …}')
    .option('--registry <type=address...>', 'base address of a registry, by which its pages are known: npm=https://…')
    .action(async ({ registry = [] }: { registry?: string[] }) => {
      const pairs = registry.map((text) => [text.split('=', 1)[0]!, text.slice(text.indexOf('=') + 1)]);
      const registries = Object.fromEntries(pairs) as Registries;
      await answerLines(process.stdin, process.stdout, (line) => resultOf(line, registries));
    });
}

import type { Command } from 'commander';
import { print, tell } from 'small-parts';
import { FORMATS } from './read-inventory';
import { readInventoryFile } from './read-inventory-file';

/** Rejected entries that are listed one by one. */
const MAX_TOLD = 20;

/** `inventory read`, which needs no database. @returns the group, for more of them */
export function addInventoryCommands(cli: Command): Command {
  const inventory = cli.command('inventory').description('files that list what is installed');
  const read = inventory
    .command('read')
    .argument('<file>', 'path, or - for stdin')
    .description('print the components that a file names, one JSON object a line; needs no database');
  read
    .addOption(
      read
        .createOption('--format <format>', 'of the file')
        .choices(['auto', ...FORMATS])
        .default('auto'),
    )
    .action(async (file: string, { format }: { format: string }) => {
      const { components, rejected } = await readInventoryFile(file, format === 'auto' ? undefined : format);
      for (const { purl, name, version, direct, where } of components) print({ purl, name, version, direct, where });
      for (const { where, reason } of rejected.slice(0, MAX_TOLD)) tell(`${where}: left out, ${reason}`);
      if (rejected.length > MAX_TOLD) tell(`${rejected.length - MAX_TOLD} more are left out`);
    });
  return inventory;
}

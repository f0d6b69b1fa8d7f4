import { type Command, Option } from 'commander';
import { FORMATS } from '../inventory/reading';
import { readInventoryFile } from './inventory-file';
import { addInventoryStoreCommands } from './inventory-store';
import { print, tell } from './run';

/** Rejected entries that are listed one by one. */
const MAX_TOLD = 20;

/** `inventory read`, which needs no database, and `inventory import|list|show|delete` */
export function addInventoryCommands(cli: Command): void {
  const inventory = cli.command('inventory').description('files that list what is installed');
  inventory
    .command('read')
    .argument('<file>', 'path, or - for stdin')
    .description('print the components that a file names, one JSON object a line; needs no database')
    .addOption(new Option('--format <format>', 'of the file').choices(['auto', ...FORMATS]).default('auto'))
    .action(async (file: string, { format }: { format: string }) => {
      const { components, rejected } = await readInventoryFile(file, format === 'auto' ? undefined : format);
      for (const { purl, name, version, direct, where } of components) print({ purl, name, version, direct, where });
      for (const { where, reason } of rejected.slice(0, MAX_TOLD)) tell(`${where}: left out, ${reason}`);
      if (rejected.length > MAX_TOLD) tell(`${rejected.length - MAX_TOLD} more are left out`);
    });
  addInventoryStoreCommands(inventory);
}

import { Command } from 'commander';
import { runCommandLine } from 'small-parts';
import { addInventoryCommands } from './inventory-command';
import { addPurlCommands } from './purl-command';

void runCommandLine(() => {
  const cli = new Command('inventory-reader').description('reads lists of what is installed, and package URLs');
  addInventoryCommands(cli);
  addPurlCommands(cli);
  return cli;
});

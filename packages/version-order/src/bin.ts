import { Command } from 'commander';
import { runCommandLine } from 'small-parts';
import { addVersionCommands } from './version-commands';
import { addVersCommands } from './vers-command';

void runCommandLine(() => {
  const cli = new Command('version-order').description('orders versions and reads ranges of them');
  addVersionCommands(cli);
  addVersCommands(cli);
  return cli;
});

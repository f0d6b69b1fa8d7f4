import { Command } from 'commander';
import { runCommandLine } from 'small-parts';
import { addAddressCommand } from './address-command';

void runCommandLine(() => {
  const cli = new Command('address-reader').description('reads what addresses mean');
  addAddressCommand(cli);
  return cli;
});

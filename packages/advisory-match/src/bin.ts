import { Command } from 'commander';
import { runCommandLine } from 'small-parts';
import { addCheckCommand } from './check-command';

void runCommandLine(() => {
  const cli = new Command('advisory-match').description('decides whether versions are affected by advisories');
  addCheckCommand(cli);
  return cli;
});

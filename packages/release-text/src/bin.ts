import { Command } from 'commander';
import { runCommandLine } from 'small-parts';
import { addNotesCommands } from './notes-command';

void runCommandLine(() => {
  const cli = new Command('release-text').description('reads release notes and changelogs');
  addNotesCommands(cli);
  return cli;
});

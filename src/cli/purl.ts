import type { Command } from 'commander';
import { buildLines, parseLines } from '../common/purl/purl-lines';

/** `purl parse|build`, which need no database */
export function addPurlCommands(cli: Command): void {
  const purl = cli.command('purl').description('read and write package URLs; needs no database');
  purl
    .command('parse')
    .description('for each package URL of stdin, print its parts as one JSON object a line, or {"error": …}')
    .action(() => parseLines(process.stdin, process.stdout));
  purl
    .command('build')
    .description('for each JSON object of stdin, print the canonical package URL, or {"error": …}')
    .action(() => buildLines(process.stdin, process.stdout));
}

import { type Command, InvalidArgumentError } from 'commander';
import { MAX_PER_PAGE } from '../common/list/list-spec';
import { print, tell, withApp } from './run';

const software = async () => [(await import('../software/software.module.js')).SoftwareModule];

const SHOWN = 20;

/** `software search` */
export function addSoftwareCommands(cli: Command): void {
  const software = cli.command('software').description('the products of the catalogue');
  software
    .command('search')
    .description('find products by name, alias, publisher and description, the best first, one JSON object a line')
    .argument('<words...>')
    .option('--limit <number>', `at most so many, up to ${MAX_PER_PAGE}`, limitOption, SHOWN)
    .action(search);
}

async function search(words: string[], { limit }: { limit: number }): Promise<void> {
  await withApp(software, async (app) => {
    const { SoftwareService } = await import('../software/software.service.js');
    const { found, similar } = await app.get(SoftwareService).search(words.join(' '), limit);
    if (found.length === 0) return tell('Nothing was found.');
    if (similar) tell('Not in the catalogue; similar:');
    found.forEach(print);
  });
}

function limitOption(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_PER_PAGE) return limit;
  throw new InvalidArgumentError(`It is not a number from 1 to ${MAX_PER_PAGE}.`);
}

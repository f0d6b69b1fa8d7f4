import type { INestApplicationContext } from '@nestjs/common';
import { type Command, InvalidArgumentError } from 'commander';
import { print, tell } from 'small-parts';
import { MAX_PER_PAGE } from '../../api/list/list-spec';
import type { Scope } from '../../config/scopes';
import { withApp } from './run';

const software = async () => [(await import('../../software/software.module.js')).SoftwareModule];

const lookups = async () => [
  (await import('../../lookup/lookup.module.js')).LookupModule,
  (await import('../../access/user/user.module.js')).UserModule,
];

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
  software
    .command('add')
    .description('add the product that an address means, with its source and versions, and print it')
    .argument('<address>', 'of a repository, an image, a package, a feed or a page')
    .option('--name <name>', 'another name than that of the address')
    .option('--form <tag>', 'only tags like this one are versions')
    .option('--user <user>', 'name or id of the user whose favorite it becomes, with --version-in-use')
    .option('--version-in-use <version>', 'the version that this user has')
    .option('--dry-run', 'only show what would be added')
    .action(add);
}

interface AddOptions {
  name?: string;
  form?: string;
  user?: string;
  versionInUse?: string;
  dryRun?: boolean;
}

async function add(
  address: string,
  { name, form, user, versionInUse: version, dryRun }: AddOptions,
  command: Command,
): Promise<void> {
  if ((user === undefined) !== (version === undefined))
    command.error('error: give --user and --version-in-use together, or neither');
  await withApp(lookups, async (app) => {
    const { LookupService } = await import('../../lookup/lookup.service.js');
    const { Links } = await import('../../api/endpoint/links.js');
    const { COMMAND_LINE } = await import('../../api/identity/actor.js');
    const { Config } = await import('../../config/config.js');
    const userId = await userNamed(app, user);
    const caller = { ...COMMAND_LINE, userId, scopes: new Set<Scope>(['write', 'catalogue:write']) };
    const links = Links.withoutRequest(app.get(Config));
    const service = app.get(LookupService);
    print(
      dryRun
        ? await service.find(caller, { address, form, version }, links)
        : await service.add(caller, { address, name, form, version }, links),
    );
  });
}

/** @throws Error when there is no such user */
async function userNamed(app: INestApplicationContext, idOrName: string | undefined): Promise<string | null> {
  if (idOrName === undefined) return null;
  const { UserService } = await import('../../access/user/user.service.js');
  const user = await app.get(UserService).find(idOrName);
  if (user) return user.id;
  throw new Error('There is no such user.');
}

async function search(words: string[], { limit }: { limit: number }): Promise<void> {
  await withApp(software, async (app) => {
    const { SoftwareService } = await import('../../software/software.service.js');
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

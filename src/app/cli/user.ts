import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { FAILED, print, tell } from 'small-parts';
import type { UserRemoval } from '../../operations/upkeep/user-removal';
import type { Account } from '../../access/user/user.repository';
import { maintenance } from './modules';
import { assertMailAddress, textOption } from './options';
import { withApp } from './run';

const users = async () => [(await import('../../access/user/user.module.js')).UserModule];

/** `user create|list|disable|enable|delete` */
export function addUserCommands(cli: Command): void {
  const user = cli.command('user').description('the users of the service');
  user
    .command('create')
    .description('create a user, who signs in by a link: see sign-in')
    .argument('<name>', 'of the new user', textOption(100))
    .option('--email <address>', "the user's address", textOption(254))
    .action(create);
  user.command('list').description('all users by name, one JSON object a line').action(list);
  user
    .command('disable')
    .description('refuse all tokens of a user, and send nothing any more; everything is kept')
    .argument('<user>', 'name or id')
    .action(disable);
  user.command('enable').description('undo that').argument('<user>', 'name or id').action(enable);
  user
    .command('delete')
    .description('delete a user with favorites, channels, notifications and tokens; it may be cut off and run again')
    .argument('<user>', 'name or id')
    .option('--yes', 'do not ask for confirmation; required without a terminal')
    .action(remove);
}

async function create(name: string, { email = null }: { email?: string | null }, command: Command): Promise<void> {
  await assertMailAddress(email, command);
  await withApp(
    users,
    async (app) => {
      const { UserService } = await import('../../access/user/user.service.js');
      print(await app.get(UserService).createFor({ name, email }));
      tell(`Created ${name}. A link for them: sign-in --user ${JSON.stringify(name)}`);
    },
    { mayBegin: true },
  );
}

async function list(): Promise<void> {
  await withApp(users, async (app) => {
    const { UserService } = await import('../../access/user/user.service.js');
    for await (const user of app.get(UserService).list()) print(user);
  });
}

async function disable(idOrName: string): Promise<void> {
  await withUser(idOrName, async ({ id, name }, removal) => {
    const changed = await removal.disable(id);
    tell(
      changed
        ? `Disabled ${name}: nothing is sent any more, and tokens are refused everywhere within five seconds.`
        : `${name} is disabled already.`,
    );
  });
}

async function enable(idOrName: string): Promise<void> {
  await withUser(idOrName, async ({ id, name }, removal) => {
    const changed = await removal.enable(id);
    tell(
      changed
        ? `Enabled ${name}: tokens work again, and the next check notifies of updates.`
        : `${name} is not disabled.`,
    );
  });
}

async function remove(idOrName: string, { yes }: { yes?: boolean }, command: Command): Promise<void> {
  const isAtTerminal = process.stdin.isTTY === true && process.stderr.isTTY === true;
  if (!yes && !isAtTerminal) command.error('error: there is no terminal to ask for confirmation: add --yes');
  await withUser(idOrName, async ({ id, name }, removal) => {
    if (!yes && !(await confirms(`Delete ${name} (${id}) with favorites, channels, notifications and tokens? `))) {
      tell('Nothing was deleted.');
      process.exitCode = FAILED;
      return;
    }
    const removed = await removal.remove(id);
    tell(`Deleted ${name}. What this user put into the catalogue stays, and so does the audit log.`);
    print({ id, ...removed });
  });
}

async function confirms(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^(y|yes)$/i.test((await terminal.question(`${question}[y/N] `)).trim());
  } finally {
    terminal.close();
  }
}

async function withUser(idOrName: string, work: (user: Account, removal: UserRemoval) => Promise<void>): Promise<void> {
  await withApp(maintenance, async (app) => {
    const { UserService } = await import('../../access/user/user.service.js');
    const { UserRemoval } = await import('../../operations/upkeep/user-removal.js');
    const user = await app.get(UserService).find(idOrName);
    if (user) return work(user, app.get(UserRemoval));
    tell('There is no such user.');
    process.exitCode = FAILED;
  });
}

import type { Command } from 'commander';

const userCommands = () => import('./user-commands.js');

/** `user list|disable|enable|delete` */
export function addUserCommands(cli: Command): void {
  const user = cli.command('user').description('the users of the service');
  user
    .command('list')
    .description('all users by name, one JSON object a line')
    .action(async () => (await userCommands()).listUsers());
  user
    .command('disable')
    .description('refuse all tokens of a user, and send nothing any more; everything is kept')
    .argument('<user>', 'name or id')
    .action(async (idOrName: string) => (await userCommands()).disableUser(idOrName));
  user
    .command('enable')
    .description('undo that')
    .argument('<user>', 'name or id')
    .action(async (idOrName: string) => (await userCommands()).enableUser(idOrName));
  user
    .command('delete')
    .description('delete a user with favorites, channels, notifications and tokens; it may be cut off and run again')
    .argument('<user>', 'name or id')
    .option('--yes', 'do not ask; needed where nobody can be asked')
    .action(remove);
}

async function remove(idOrName: string, { yes }: { yes?: boolean }, command: Command): Promise<void> {
  const { deleteUser, isAtTerminal } = await userCommands();
  if (!yes && !isAtTerminal()) command.error('error: nobody can be asked here: add --yes');
  await deleteUser(idOrName, yes === true);
}

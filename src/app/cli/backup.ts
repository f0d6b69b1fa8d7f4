import { resolve } from 'node:path';
import type { Command } from 'commander';
import { print, tell } from 'small-parts';
import { databaseAddress, loadConfig } from '../../config/config';
import type { DatabaseAddress } from '../../config/database-url';
import { StartError } from '../../config/start-error';
import { withAdvice } from '../../database/advice';
import { assertThere } from './run';

export function addBackupCommand(cli: Command): void {
  cli
    .command('backup')
    .description('copy the embedded database while it is in use')
    .argument('<file>', 'where to')
    .option('--overwrite', 'a file that is there')
    .action(backup);
}

export function addRestoreCommand(cli: Command): void {
  cli
    .command('restore')
    .description('replace the embedded database by a copy, while no service runs')
    .argument('<file>', 'a copy that `backup` has written')
    .action(restore);
}

async function backup(file: string, { overwrite }: { overwrite?: true }): Promise<void> {
  const database = embedded();
  assertThere(database);
  const to = resolve(file);
  const { backUp } = await import('../../database/backup.js');
  await withAdvice(database, async () => backUp(database.location, to, overwrite === true));
  tell(`Copied ${database.location} to ${to}, and checked it.`);
  tell(
    'Keep SECRET_KEY (or secret.key) as well, in another place: without it nobody can read the settings of channels and sources.',
  );
  print({ file: to });
}

async function restore(file: string): Promise<void> {
  const database = embedded();
  const { restore: putBack } = await import('../../database/backup.js');
  const { takeServiceLock } = await import('../../database/service-lock.js');
  const before = await withAdvice(database, async () => {
    takeServiceLock(database);
    return putBack(resolve(file), database.location);
  });
  tell(`Restored ${database.location}.`);
  if (before !== null) tell(`The replaced database is ${before}.`);
  tell(
    'The next service with WORKER=true sends the deliveries that were due in the copy. To try it without sending, start one with WORKER=false.',
  );
  print({ database: database.location, before });
}

/** Nothing but the address is read: a new key would not be that of the copy. @throws StartError where the database is on a server */
function embedded(): DatabaseAddress {
  const address = databaseAddress() ?? loadConfig().database; // which says what is wrong
  if (address.kind === 'sqlite') return address;
  throw new StartError(
    'This is for the embedded database. On MariaDB and MySQL, mariadb-dump and mysqldump do it (docs/upgrade-and-backup.md).',
  );
}

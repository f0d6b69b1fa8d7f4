import { createInterface } from 'node:readline/promises';
import { UserRemoval } from './notification/user-removal';
import { withApp } from './service-commands';
import { type Account, UserAccounts } from './user/user-accounts';

/** `user …` of the command line. Loaded by `user-cli.ts` when one is run. */

/** Exit code when something failed; wrong usage is 2, see `cli.ts`. */
const FAILED = 1;

const print = (value: unknown) => void process.stdout.write(`${JSON.stringify(value)}\n`);
const tell = (text: string) => process.stderr.write(`${text}\n`);

/** All users, one JSON object a line. */
export async function listUsers(): Promise<void> {
  await withApp(async (app) => {
    for await (const user of app.get(UserAccounts).list()) print(user);
  });
}

export async function disableUser(idOrName: string): Promise<void> {
  await withUser(idOrName, async ({ id, name }, removal) => {
    const changed = await removal.disable(id);
    tell(
      changed
        ? `Disabled ${name}: nothing is sent any more, and tokens are refused everywhere within five seconds.`
        : `${name} is disabled already.`,
    );
  });
}

export async function enableUser(idOrName: string): Promise<void> {
  await withUser(idOrName, async ({ id, name }, removal) => {
    const changed = await removal.enable(id);
    tell(
      changed ? `Enabled ${name}: tokens work again, and the next check tells of updates.` : `${name} is not disabled.`,
    );
  });
}

/** @param sure nobody is asked */
export async function deleteUser(idOrName: string, sure: boolean): Promise<void> {
  await withUser(idOrName, async ({ id, name }, removal) => {
    if (!sure && !(await confirms(`Delete ${name} (${id}) with favorites, channels, notifications and tokens? `))) {
      tell('Nothing was deleted.');
      process.exitCode = FAILED;
      return;
    }
    const removed = await removal.remove(id);
    tell(`Deleted ${name}. What this user put into the catalogue stays, and so does the audit log.`);
    print({ id, ...removed });
  });
}

/** Whether somebody can be asked. */
export const isAtTerminal = () => process.stdin.isTTY === true && process.stderr.isTTY === true;

async function confirms(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^(y|yes)$/i.test((await terminal.question(`${question}[y/N] `)).trim());
  } finally {
    terminal.close();
  }
}

async function withUser(idOrName: string, work: (user: Account, removal: UserRemoval) => Promise<void>): Promise<void> {
  await withApp(async (app) => {
    const user = await app.get(UserAccounts).find(idOrName);
    if (user) return work(user, app.get(UserRemoval));
    tell('There is no such user.');
    process.exitCode = FAILED;
  });
}

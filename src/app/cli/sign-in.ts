import { type Command, InvalidArgumentError, Option } from 'commander';
import { FAILED, print, tell } from 'small-parts';
import { formatDuration, parseDuration } from '../../config/duration';
import { type Scope, SCOPES } from '../../config/scopes';
import { durationOption, scopesOption, textOption } from './options';
import { credentials } from './modules';
import { withApp } from './run';

interface SignInOptions {
  user: string;
  scopes: Scope[];
  /** Seconds. */
  for: number;
  issuerUser?: boolean;
}

const LONGEST = '7d';

/** `sign-in` */
export function addSignInCommand(cli: Command): void {
  cli
    .command('sign-in')
    .description('create a link that signs a user in to the web application, once; stdout is the link')
    .addOption(new Option('--user <name>', 'an existing user').argParser(textOption(100)).makeOptionMandatory())
    .option('--scopes <list>', `among ${SCOPES.join(', ')}`, scopesOption, ['read', 'write'] as Scope[])
    .addOption(
      new Option('--for <duration>', `how long the link works, at most ${LONGEST}`)
        .argParser(lifetimeOption)
        .default(parseDuration('1h')!, '1h'),
    )
    .option('--issuer-user', 'the user is a person of OIDC_ISSUER who has signed in before')
    .action(signIn);
}

async function signIn({ user: name, scopes, for: lasts, issuerUser = false }: SignInOptions): Promise<void> {
  await withApp(credentials, async (app) => {
    const { SignInLinks } = await import('../../access/auth/session/sign-in-links.js');
    const { UserService } = await import('../../access/user/user.service.js');
    const { Config } = await import('../../config/config.js');
    const { Links } = await import('../../api/endpoint/links.js');
    const user = await app.get(UserService).findNamed(name, issuerUser);
    if (!user) {
      tell(`There is no user "${name}". Create one first: user create ${JSON.stringify(name)}`);
      process.exitCode = FAILED;
      return;
    }
    const config = app.get(Config);
    const code = await app.get(SignInLinks).create(user.id, { scopes, lasts });
    tell(`Signs in ${user.name}, scopes ${scopes.join(', ')}. It works once, for ${formatDuration(lasts)}:`);
    if (config.publicUrl === null)
      tell('If the service has another address, replace it in the link, or set PUBLIC_URL.');
    print(Links.withoutRequest(config).signIn(code));
  });
}

function lifetimeOption(text: string): number {
  const seconds = durationOption(text);
  if (seconds > parseDuration(LONGEST)!) throw new InvalidArgumentError(`At most ${LONGEST}.`);
  return seconds;
}

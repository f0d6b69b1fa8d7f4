import { type Command, Option } from 'commander';
import { FAILED, print, tell } from 'small-parts';
import { type Scope, SCOPES } from '../../config/scopes';
import { assertMailAddress, durationOption, scopesOption, textOption } from './options';
import { credentials } from './modules';
import { withApp } from './run';

interface TokenOptions {
  user: string;
  email?: string;
  scopes: Scope[];
  /** Seconds. */
  expires?: number;
  name: string;
  issuerUser?: boolean;
}

/** `token create|list|revoke` */
export function addTokenCommands(cli: Command): void {
  const token = cli.command('token').description('access tokens');
  token
    .command('create')
    .description('create a token, and its user if necessary; the last line of stdout is the token')
    .addOption(new Option('--user <name>', 'owner of the token').argParser(textOption(100)).makeOptionMandatory())
    .option('--email <address>', "the user's address", textOption(254))
    .option('--scopes <list>', `among ${SCOPES.join(', ')}`, scopesOption, ['read', 'write'] as Scope[])
    .option('--expires <duration>', 'such as 90d; without it, never', durationOption)
    .option('--name <text>', 'name of the token', textOption(100), 'command line')
    .option('--issuer-user', 'the user is a person of OIDC_ISSUER who has signed in before')
    .action(create);
  token.command('list').description('all tokens, one JSON object a line, without the tokens themselves').action(list);
  token
    .command('revoke')
    .description('make a token invalid')
    .argument('<id>')
    .option('--offspring', 'also all its descendants: tokens made with it, directly or indirectly')
    .action(revoke);
}

async function create(options: TokenOptions, command: Command): Promise<void> {
  await assertMailAddress(options.email, command);
  await withApp(
    credentials,
    async (app) => {
      const { TokenService } = await import('../../access/auth/token.service.js');
      const { Database } = await import('../../database/database.js');
      const { DatabaseClock } = await import('../../database/database-clock.js');
      const { user: name, email = null, issuerUser: isPerson, expires, scopes } = options;
      const expiresAt = expires === undefined ? null : await app.get(DatabaseClock).later(app.get(Database), expires);
      const token = { name: options.name, scopes, expiresAt };
      const created = await app.get(TokenService).createForUser({ name, email, isPerson }, token);
      const owner = isPerson ? `${name}, a person of the issuer` : name;
      tell(`Token ${created.id} for ${owner}, scopes ${created.scopes.join(', ')}. It is shown this once:`);
      print(created.token);
    },
    { mayBegin: true },
  );
}

async function list(): Promise<void> {
  await withApp(credentials, async (app) => {
    const { TokenService } = await import('../../access/auth/token.service.js');
    for (const token of await app.get(TokenService).listAll()) print(token);
  });
}

async function revoke(id: string, options: { offspring?: boolean }): Promise<void> {
  await withApp(credentials, async (app) => {
    const { TokenService } = await import('../../access/auth/token.service.js');
    const { revoked, kept } = await app.get(TokenService).revokeAny(id, options.offspring === true);
    if (revoked === 1) tell('Revoked; it is refused everywhere within five seconds.');
    if (revoked > 1) tell(`Revoked ${revoked} tokens; they are refused everywhere within five seconds.`);
    if (revoked === 0) tell('There is no such token.');
    if (kept > 0) tell(`Tokens that were created with it and stay: ${kept}. To revoke them, add --offspring.`);
    if (revoked === 0) process.exitCode = FAILED;
  });
}

// npm start: on a fresh clone it installs and builds first; the service then runs in this very process, so that signals reach it.
import { readOptions } from './lib/options.mjs';
import { build, install } from './lib/setup.mjs';

const USAGE = `npm start
Serves. On a fresh clone it installs and builds first. Its settings are environment variables: docs/configuration.md, .env.example.`;

readOptions(USAGE);
install();
build();
// Who starts it at a terminal gets a demo user to try things with. Elsewhere the token of one would end up in a log that somebody keeps.
const { env, stdout } = process;
const onServer = /^(mariadb|mysql):/.test(env.DATABASE_URL?.trim() ?? '') || Boolean(env.DATABASE_URL_FILE?.trim());
if (stdout.isTTY && !onServer && !env.DEMO?.trim()) env.DEMO = 'true';
await import('../dist/main.js');

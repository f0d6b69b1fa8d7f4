// npm start: on a fresh clone it installs and builds first; the service then runs in this very process, so that signals reach it.
import { build, install } from './setup.mjs';

install();
build();
// Who starts it at a terminal gets a demo user to try things with. Elsewhere the token of one would end up in a log that somebody keeps.
const { env, stdout } = process;
const onServer = /^(mariadb|mysql):/.test(env.DATABASE_URL?.trim() ?? '');
if (stdout.isTTY && !onServer && !env.DEMO?.trim()) env.DEMO = 'true';
await import('../dist/main.js');

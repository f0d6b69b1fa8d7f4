// npm run soak
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { assertCounts, readOptions, refuse } from './lib/options.mjs';
import { build, install } from './lib/setup.mjs';

const USAGE = `npm run soak -- [options]
A day of a service with two replicas, of which one is killed again and again (test/soak): nothing is lost, and memory, handles and listeners of the other do not grow.
  --minutes 60        in which the day passes
  --products 10000    that are polled
  --users 200
  --database URL      mariadb://… or mysql://…; default TEST_DATABASE_URL or mariadb://root@127.0.0.1:3306/test`;

const { values } = readOptions(USAGE, {
  minutes: { type: 'string', default: '60' },
  products: { type: 'string', default: '10000' },
  users: { type: 'string', default: '200' },
  database: { type: 'string', default: process.env.TEST_DATABASE_URL || 'mariadb://root@127.0.0.1:3306/test' },
});
const { database } = values;
if (!/^(mariadb|mysql):/.test(database)) refuse('--database must be the URL of a MariaDB or MySQL server');
assertCounts(values, ['minutes', 'products', 'users']);

install();
build();
const { status } = spawnSync(
  process.execPath,
  [join('node_modules', 'jest', 'bin', 'jest.js'), '--runInBand', 'test/soak'],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      TEST_DATABASE_URL: database,
      SOAK_SECONDS: String(Number(values.minutes) * 60),
      SOAK_PRODUCTS: values.products,
      SOAK_USERS: values.users,
    },
  },
);
process.exit(status ?? 1);

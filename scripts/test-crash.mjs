// npm run test:crash -- --seed 1 --seeds 20 --deliveries 500: replicas on one server database, killed, stopped and cut off
// (test/crash). --database or TEST_DATABASE_URL names the server, MariaDB or MySQL; each seed has a database of its own there.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, install } from './setup.mjs';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '20' },
    deliveries: { type: 'string', default: '500' },
    replicas: { type: 'string', default: '3' },
    database: { type: 'string', default: process.env.TEST_DATABASE_URL || 'mariadb://root@127.0.0.1:3306/test' },
  },
});
const { database, ...numbers } = values;
if (!/^(mariadb|mysql):/.test(database)) {
  console.error('--database must be the URL of a MariaDB or MySQL server');
  process.exit(2);
}
for (const [name, value] of Object.entries(numbers))
  if (!/^[1-9]\d{0,6}$/.test(value)) {
    console.error(`--${name} must be a whole number from 1`);
    process.exit(2);
  }

install();
build();
const jest = join('node_modules', 'jest', 'bin', 'jest.js');
const runner = spawn(process.execPath, [jest, '--runInBand', 'test/crash'], {
  stdio: 'inherit',
  // A group of its own: whatever happens to it, its replicas end with it.
  detached: true,
  env: {
    ...process.env,
    TEST_DATABASE_URL: database,
    CRASH_SEED: values.seed,
    CRASH_SEEDS: values.seeds,
    CRASH_DELIVERIES: values.deliveries,
    CRASH_REPLICAS: values.replicas,
  },
});

function endGroup() {
  try {
    process.kill(-runner.pid, 'SIGKILL');
  } catch {
    // There is nobody left.
  }
}

process.on('exit', endGroup);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
runner.on('exit', (code) => process.exit(code ?? 1));

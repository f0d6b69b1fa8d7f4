// npm run test:crash
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { assertCounts, readOptions, refuse } from './lib/options.mjs';
import { build, install } from './lib/setup.mjs';

const USAGE = `npm run test:crash -- [options]
Replicas on one server database, killed, stopped and cut off (test/crash). Each seed has a database of its own there.
  --seed 1            the first seed
  --seeds 20          how many
  --deliveries 500    of each seed
  --replicas 3
  --database URL      mariadb://… or mysql://…; default TEST_DATABASE_URL or mariadb://root@127.0.0.1:3306/test
  --galera            on a cluster instead: starts three nodes on loopback, and kills, ends and stops them, too;
                      also has two replicas claim the same rows at two nodes.
                      Needs mariadb-server, galera-4, rsync and lsof of Debian, and the ports 3470 to 3510
  --apart             on a cluster: each replica prefers another node, so that two or three are written to at once`;

const GALERA_PORT = 3470;

const { values } = readOptions(USAGE, {
  seed: { type: 'string', default: '1' },
  seeds: { type: 'string', default: '20' },
  deliveries: { type: 'string', default: '500' },
  replicas: { type: 'string', default: '3' },
  database: { type: 'string', default: process.env.TEST_DATABASE_URL || 'mariadb://root@127.0.0.1:3306/test' },
  galera: { type: 'boolean', default: false },
  apart: { type: 'boolean', default: false },
});
const database = values.galera ? `mariadb://root@127.0.0.1:${GALERA_PORT + 1}/test` : values.database;
if (!/^(mariadb|mysql):/.test(database)) refuse('--database must be the URL of a MariaDB or MySQL server');
assertCounts(values, ['seed', 'seeds', 'deliveries', 'replicas']);

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
    ...(values.galera ? { CRASH_NODES_PORT: String(GALERA_PORT), CRASH_APART: String(values.apart) } : {}),
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

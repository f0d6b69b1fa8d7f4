// npm run fuzz
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { assertCounts, readOptions } from './lib/options.mjs';
import { build, install } from './lib/setup.mjs';

const USAGE = `npm run fuzz -- [options]
Hostile requests to every route of the built program (test/fuzz), of programs with tokens, and of browsers with sessions, their own pages and
others; on SQLite, or on the server that TEST_DATABASE_URL names. Prints how each route answered; fails at the first answer that is none.
  --requests 20000
  --seed N            the same requests again; by default others each time
  --shrink            look for the smallest request that does the same: it takes many more requests`;

const { values } = readOptions(USAGE, {
  requests: { type: 'string', default: '20000' },
  seed: { type: 'string', default: String(randomInt(1, 2 ** 31)) },
  shrink: { type: 'boolean', default: false },
});
assertCounts(values, ['requests', 'seed']);

install();
build();
console.log(`${values.requests} requests, seed ${values.seed}`);
const jest = join('node_modules', 'jest', 'bin', 'jest.js');
const env = { FUZZ_REQUESTS: values.requests, FUZZ_SEED: values.seed, FUZZ_SHRINK: String(values.shrink) };
const result = spawnSync(process.execPath, [jest, '--runInBand', 'test/fuzz/fuzz'], {
  stdio: 'inherit',
  env: { ...process.env, ...env },
});
process.exit(result.status ?? 1);

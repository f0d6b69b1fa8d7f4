// npm run fuzz -- --requests 20000 --seed 1 --shrink: hostile requests to every route of the built program (test/fuzz), of programs with
// tokens, and of browsers with sessions, their own pages and others; on SQLite or on the server that TEST_DATABASE_URL names. Prints how each route answered; fails at the first answer that is none.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, install } from './setup.mjs';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(randomInt(1, 2 ** 31)) },
    // Looks for the smallest request that does the same: it takes many more requests.
    shrink: { type: 'boolean', default: false },
  },
});
for (const name of ['requests', 'seed'])
  if (!/^[1-9]\d{0,9}$/.test(values[name])) {
    console.error(`--${name} must be a whole number from 1`);
    process.exit(2);
  }

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

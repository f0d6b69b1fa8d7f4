// npm run bench -- --only reads: compiles the benchmarks (bench/) and runs them against the built program. --help says what there is.
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build, install } from './setup.mjs';

install();
build();
const tsc = join('node_modules', 'typescript', 'bin', 'tsc');
const compiled = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.bench.json'], { stdio: 'inherit' });
if (compiled.status !== 0) process.exit(1);
const bench = spawn(process.execPath, [join('var', 'bench', 'bench', 'main.js'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
bench.on('exit', (code) => process.exit(code ?? 1));

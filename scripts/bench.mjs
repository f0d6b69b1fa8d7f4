// npm run bench: compiles the benchmarks (bench/) and runs them against the built program.
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readOptions } from './lib/options.mjs';
import { build, install } from './lib/setup.mjs';

const USAGE = `npm run bench -- [options]
Measures the built program on a MariaDB or MySQL server (bench/README.md).
  --only reads,like   only measures whose name has one of these in it
  --scale 0.01        every size times this (sizes by themselves: --software 1000 and so on)
  --publishers, --software, --versions, --users, --crowd, --favorites
  --seconds 4         of one round of load
  --rounds 5          of each of the two that are compared
  --clients 16
  --database URL      mariadb://… or mysql://…; default BENCH_DATABASE_URL or mariadb://root@127.0.0.1:3306/tracker_bench
  --write             write bench/results.md
  --check             every measure for a blink: whether each gives a figure, and both servers answer alike; no time is judged`;

const TEXTS = 'only scale seconds rounds clients database publishers software versions users crowd favorites'.split(
  ' ',
);
const { values } = readOptions(USAGE, {
  ...Object.fromEntries(TEXTS.map((name) => [name, { type: 'string' }])),
  write: { type: 'boolean' },
  check: { type: 'boolean' },
});

install();
build();
const tsc = join('node_modules', 'typescript-7', 'bin', 'tsc');
const compiled = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.bench.json'], { stdio: 'inherit' });
if (compiled.status !== 0) process.exit(1);
const bench = spawn(process.execPath, [join('var', 'bench', 'bench', 'main.js'), JSON.stringify(values)], {
  stdio: 'inherit',
});
bench.on('exit', (code) => process.exit(code ?? 1));

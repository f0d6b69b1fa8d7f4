// npm run test:mutants
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { mutantsOf } from './lib/mutations.mjs';
import { endTests, filesIn, runTests } from './lib/mutant-tests.mjs';
import { assertCounts, readOptions, refuse } from './lib/options.mjs';
import { build, install } from './lib/setup.mjs';

const USAGE = `npm run test:mutants -- [options]
Breaks one place of the program at a time, in a copy of it, and says which breakages no test noticed. Of each area, only its own tests are asked,
without the long ones. A mutant that takes three times as long as the tests of the unbroken program counts as caught.
  --area ordering     only this one: ordering, check, delivery, claims, guards, matching
  --each 12           mutants of each area
  --seed 1            the same mutants again, as long as their lines are the same
  --tests FOLDER      the folder \`test\` of another checkout instead of this one's
  --json FILE         writes there, too, what became of each`;

/** What is broken, and which tests must notice: beginnings of paths. What only declares columns and bodies is not broken. */
const AREAS = {
  ordering: [
    ['packages/version-order/src/ordering/(?!tag-form)', ['packages/version-order/', 'test/version/']],
    ['packages/version-order/src/ordering/tag-form', ['test/source/sources/']],
  ],
  check: [['src/update-check/', ['test/update-check/']]],
  delivery: [['src/notification/delivery/', ['test/notification/delivery/']]],
  claims: [
    ['src/version/versions/update-mark.repository', ['test/update-check/']],
    [
      'src/source/polling/(source-host.repository|poll-result.repository|host-session|plugin-shares)',
      ['test/source/polling/'],
    ],
    [
      'src/(database/leased-rows|notification/system-message/system-message.repository)',
      ['test/notification/delivery/'],
    ],
  ],
  guards: [
    ['src/access/(rate-limit/|auth/.*(guard|strategy|same-origin|token.service|session.service))', ['test/access/']],
    ['src/config/scopes', ['test/access/']],
  ],
  matching: [['src/lookup/matching/', ['test/inventory/']]],
};
const DECLARES = /\.(entity|module|list)\.ts$|\/dto\//;
const LEFT_OUT = new Set(['node_modules', 'dist', '.git', 'var', 'coverage']);
/** A short run on a busy machine may take more than thrice as long. */
const LEAST_LIMIT_MS = 60_000;

const { values } = readOptions(USAGE, {
  area: { type: 'string' },
  each: { type: 'string', default: '12' },
  seed: { type: 'string', default: '1' },
  tests: { type: 'string', default: 'test' },
  json: { type: 'string' },
});
assertCounts(values, ['each', 'seed']);
if (values.area && !(values.area in AREAS)) refuse(`There is no area '${values.area}'`);
const tests = resolve(values.tests);
const json = values.json && resolve(values.json);
if (!filesIn(tests).some((path) => path.startsWith(`${tests}/setup/`)))
  refuse('--tests must be a folder `test` of the project');

install();
build();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
const copy = mkdtempSync(join(tmpdir(), 'tracker-mutants-'));
process.on('exit', () => {
  endTests();
  rmSync(copy, { recursive: true, force: true, maxRetries: 3 });
});
makeCopy();
process.chdir(copy);

const clean = new Map();
const outcomes = [];
for (const area of values.area ? [values.area] : Object.keys(AREAS)) {
  for (const mutant of chosenOf(AREAS[area])) {
    const key = mutant.tests.join();
    if (!clean.has(key)) clean.set(key, await runClean(mutant.tests));
    const { text, ...about } = mutant;
    outcomes.push({ area, ...about, ...(await runBroken(mutant, text, clean.get(key))) });
    const { outcome, file, line, before, after, seconds } = outcomes.at(-1);
    console.log(`${outcome.padEnd(8)} ${area} ${file}:${line} ${before} -> ${after} (${seconds} s)`);
    if (json) writeFileSync(json, `${JSON.stringify({ ...values, areas: sharesOf(), mutants: outcomes }, null, 2)}\n`);
  }
}
console.log('\nNoticed by no test:');
for (const { outcome, file, line, before, after, within } of outcomes)
  if (outcome === 'survived') console.log(`${file}:${line}\n  ${before} -> ${after}\n  in: ${within}`);
console.table(sharesOf());
process.exit(0);

/** With all that tests read. Nothing of it is shared with the checkout but packages and the built program. */
function makeCopy() {
  for (const name of readdirSync('.')) {
    if (name === 'test' || LEFT_OUT.has(name)) continue;
    cpSync(name, join(copy, name), { recursive: true });
  }
  cpSync(tests, join(copy, 'test'), { recursive: true });
  mkdirSync(join(copy, 'tmp'));
  for (const name of ['node_modules', 'dist']) symlinkSync(resolve(name), join(copy, name));
}

/** Mutants in an order that neither other lines nor their number change. */
function chosenOf(parts) {
  const orderOf = ({ name }) => createHash('sha256').update(`${values.seed} ${name}`).digest('hex');
  const all = parts.flatMap(([start, noticing]) =>
    ['src', 'packages']
      .flatMap(filesIn)
      .filter((path) => new RegExp(`^${start}.*\\.ts$`).test(path) && !DECLARES.test(path))
      .flatMap((path) => mutantsOf(path, readFileSync(path, 'utf8')))
      .map((mutant) => ({ ...mutant, tests: noticing })),
  );
  const ordered = all.map((one) => [orderOf(one), one]).sort(([a], [b]) => (a < b ? -1 : 1));
  return ordered.slice(0, Number(values.each)).map(([, mutant]) => mutant);
}

async function runClean(noticing) {
  const { code, ms, output } = await runTests(noticing);
  if (code === 0) {
    console.log(`clean    ${noticing.join(' ')} (${Math.round(ms / 1_000)} s)`);
    return ms;
  }
  console.error(`${output}\nThe tests of ${noticing.join(' ')} fail on the unbroken program.`);
  process.exit(1);
}

async function runBroken({ file, tests: noticing }, text, cleanMs) {
  const whole = readFileSync(file);
  writeFileSync(file, text);
  const { code, ms, output } = await runTests(noticing, Math.max(LEAST_LIMIT_MS, 3 * cleanMs));
  writeFileSync(file, whole);
  const outcome = code === 0 ? 'survived' : code === null ? 'hung' : 'caught';
  return { outcome, seconds: Math.round(ms / 1_000), by: /^Failed: (.*)$/m.exec(output)?.[1] };
}

function sharesOf() {
  const shares = {};
  for (const { area, outcome } of outcomes) {
    shares[area] ??= { mutants: 0, caught: 0, hung: 0, survived: 0, share: '' };
    shares[area].mutants++;
    shares[area][outcome]++;
  }
  for (const one of Object.values(shares)) one.share = `${Math.round((100 * (one.caught + one.hung)) / one.mutants)} %`;
  return shares;
}

import { addressOf } from './lib/database';
import { sharePrograms, stopShared } from './lib/programs';
import { circumstances, table, watchOthers, writeResults } from './lib/report';
import { MEASURES } from './measures';
import type { Result } from './measures/measure';
import { seed } from './seed/seed';
import { readSettings } from './settings';

async function main(): Promise<void> {
  const settings = readSettings(process.argv[2]!);
  const address = addressOf(settings.databaseUrl);
  const { only } = settings;
  const wanted = MEASURES.filter(({ name }) => only.length === 0 || only.some((part) => name.includes(part)));
  if (wanted.length === 0) {
    console.error(`No measure has ${only.join(' or ')} in its name: ${MEASURES.map(({ name }) => name).join(', ')}.`);
    process.exit(2);
  }
  await seed(settings, address);
  if (settings.check) sharePrograms();
  const order = MEASURES.map(({ title }) => title);
  for (const measure of wanted) {
    console.log(`\n${measure.title}`);
    const others = watchOthers();
    const results = await measure.run({ settings, address });
    results.forEach(print);
    assertFigures(measure.name, results);
    console.log(`  ${others().replace(/^, /, '')}`);
    if (!settings.write) continue;
    const body = `${await circumstances(settings, address, others())}\n\n${table(results)}`;
    await writeResults([{ title: measure.title, body }], order);
  }
  await stopShared();
}

/** @throws Error unless each line has a figure, or what was found */
function assertFigures(measure: string, results: Result[]): void {
  const none = results.filter(({ measured }) => measured === '' || /NaN|Infinity|undefined/.test(measured));
  if (results.length === 0) throw new Error(`${measure} measured nothing`);
  if (none.length > 0) throw new Error(`${measure}: no figure: ${JSON.stringify(none)}`);
}

function print({ what, aim, measured, holds }: Result): void {
  const mark = holds === null ? ' ' : holds ? '✓' : '✗';
  console.log(`${mark} ${what.padEnd(62)} ${aim.padEnd(24)} ${measured.replaceAll('**', '')}`);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});

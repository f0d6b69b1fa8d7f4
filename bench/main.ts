import { addressOf } from './lib/database';
import { circumstances, table, watchOthers, writeResults } from './lib/report';
import { MEASURES } from './measures';
import type { Result } from './measures/measure';
import { seed } from './seed/seed';
import { readSettings } from './settings';

async function main(): Promise<void> {
  const settings = readSettings(process.argv.slice(2));
  const address = addressOf(settings.databaseUrl);
  const { only } = settings;
  const wanted = MEASURES.filter(({ name }) => only.length === 0 || only.some((part) => name.includes(part)));
  await seed(settings, address);
  const order = MEASURES.map(({ title }) => title);
  for (const measure of wanted) {
    console.log(`\n${measure.title}`);
    const others = watchOthers();
    const results = await measure.run({ settings, address });
    results.forEach(print);
    console.log(`  ${others().replace(/^, /, '')}`);
    if (!settings.write) continue;
    const body = `${await circumstances(settings, address, others())}\n\n${table(results)}`;
    await writeResults([{ title: measure.title, body }], order);
  }
}

function print({ what, aim, measured, holds }: Result): void {
  const mark = holds === null ? ' ' : holds ? '✓' : '✗';
  console.log(`${mark} ${what.padEnd(62)} ${aim.padEnd(24)} ${measured.replaceAll('**', '')}`);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});

import { addressOf } from './lib/database';
import { MEASURES } from './measures';
import type { Result } from './measures/measure';
import { seed } from './seed/seed';
import { readSettings } from './settings';

async function main(): Promise<void> {
  const settings = readSettings(process.argv.slice(2));
  const address = addressOf(settings.databaseUrl);
  const wanted = MEASURES.filter(
    ({ name }) => settings.only.length === 0 || settings.only.some((part) => name.includes(part)),
  );
  await seed(settings, address);
  for (const measure of wanted) {
    console.log(`\n${measure.title}`);
    (await measure.run({ settings, address })).forEach(print);
  }
}

function print({ what, aim, measured, holds }: Result): void {
  const mark = holds === null ? ' ' : holds ? '✓' : '✗';
  console.log(`${mark} ${what.padEnd(62)} ${aim.padEnd(24)} ${measured.replaceAll('**', '')}`);
}

void main();

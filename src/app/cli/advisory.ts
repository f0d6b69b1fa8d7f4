import type { Command } from 'commander';
import { withApp } from './run';

const advisory = async () => [(await import('../../advisory/advisory.module.js')).AdvisoryModule];

/** `advisory check` */
export function addAdvisoryCommands(cli: Command): void {
  const advisory = cli.command('advisory').description('known vulnerabilities');
  advisory
    .command('check')
    .description(
      'for each line "package URL with version" or "product<TAB>version" of stdin, print what is known of it as a JSON object',
    )
    .action(check);
}

async function check(): Promise<void> {
  await withApp(advisory, async (app) => {
    const { AdvisoryCheck } = await import('../../advisory/advisory-check.js');
    await app.get(AdvisoryCheck).lines(process.stdin, process.stdout);
  });
}

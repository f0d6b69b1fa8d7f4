import type { Command } from 'commander';
import { print } from 'small-parts';
import { withApp } from './run';

const lifecycle = async () => [(await import('../../version/lifecycle/lifecycle.module.js')).LifecycleModule];

/** `lifecycle show|match` */
export function addLifecycleCommands(cli: Command): void {
  const lifecycle = cli.command('lifecycle').description('until when products are supported');
  lifecycle
    .command('show')
    .description('print the release cycles of a product, or the support of a version, one JSON object a line')
    .argument('<software>', 'id, name or identifier such as pkg:npm/express')
    .argument('[version]')
    .action(show);
  lifecycle
    .command('match')
    .description('for each line "product of endoflife.date<TAB>version" of stdin, print "cycle<TAB>state<TAB>day"')
    .action(match);
}

async function show(software: string, version: string | undefined): Promise<void> {
  await withApp(lifecycle, async (app) => {
    const { LifecycleService } = await import('../../version/lifecycle/lifecycle.service.js');
    const { NamedSoftwareRepository } = await import('../../software/named-software.repository.js');
    const service = app.get(LifecycleService);
    const softwareId = await app.get(NamedSoftwareRepository).require(software);
    if (version !== undefined) return print(await service.ofVersion(softwareId, version));
    const { cycles, ...known } = await service.ofSoftware(softwareId);
    for (const cycle of cycles) print({ ...cycle, ...known });
  });
}

async function match(): Promise<void> {
  await withApp(lifecycle, async (app) => {
    const { LifecycleMatch } = await import('../../version/lifecycle/lifecycle-match.js');
    await app.get(LifecycleMatch).lines(process.stdin, process.stdout);
  });
}

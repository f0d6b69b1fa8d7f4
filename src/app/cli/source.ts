import { type Command, InvalidArgumentError } from 'commander';
import { print, tell } from 'small-parts';
import { sources } from './modules';
import { withApp } from './run';

/** `source fetch|list|poll` */
export function addSourceCommands(cli: Command): void {
  const source = cli.command('source').description('where releases come from');
  source
    .command('fetch')
    .description('poll a source once and print its releases, one JSON object a line; nothing is stored')
    .argument('<type>', 'such as github-releases')
    .argument('[settings]', 'JSON object of its settings', jsonOption, {})
    .action(fetch);
  source
    .command('list')
    .description('the sources of all products with their health, one JSON object a line')
    .option('--failing', 'only those whose last poll failed')
    .action(list);
  source.command('poll').description('poll the due sources, also with SOURCES=off').action(poll);
}

async function fetch(type: string, input: unknown): Promise<void> {
  await withApp(sources, async (app) => {
    const { OutgoingHttp } = await import('../../common/outgoing-http/outgoing-http.js');
    const { SourceWeb } = await import('../../common/fetch/source-web.js');
    const { SourceSettings } = await import('../../source/polling/source-settings.js');
    const { source, settings } = app.get(SourceSettings).acceptNew({ type, settings: input });
    const releases = await source.fetch(settings, new SourceWeb(app.get(OutgoingHttp)));
    releases.forEach(print);
    if (releases.length === 0) tell('The source has no releases.');
  });
}

async function list(options: { failing?: boolean }): Promise<void> {
  await withApp(sources, async (app) => {
    const { SoftwareSourceService } = await import('../../source/polling/software-source.service.js');
    for await (const source of app.get(SoftwareSourceService).list(options.failing === true)) print(source);
  });
}

async function poll(): Promise<void> {
  await withApp(sources, async (app) => {
    const { SourcePoller } = await import('../../source/polling/source-poller.js');
    print(await app.get(SourcePoller).pollDue());
  });
}

function jsonOption(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new InvalidArgumentError('It is not JSON.');
  }
}

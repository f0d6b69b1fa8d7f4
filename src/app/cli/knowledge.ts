import { access, constants } from 'node:fs/promises';
import type { Command } from 'commander';
import { FAILED, print, tell } from 'small-parts';
import type { ImportedKnowledge } from '../../source/knowledge/knowledge.service';
import type { Rejected } from '../../source/knowledge/providers/knowledge-provider';
import { withApp } from './run';

const knowledge = async () => [(await import('../../source/knowledge/knowledge.module.js')).KnowledgeModule];

/** `knowledge import|accept` */
export function addKnowledgeCommands(cli: Command): void {
  const knowledge = cli.command('knowledge').description('facts about many products at once');
  knowledge
    .command('import')
    .description('import facts of a provider from files; the same again changes nothing')
    .argument('<provider>', 'endoflife, osv, nvd-overrides, kev, epss or vex')
    .argument('<location>', 'a file, plain, gzip or zip, a folder of files *.json, or - for standard input')
    .action(importKnowledge);
  knowledge
    .command('accept')
    .description('let an import count that is held, since it changes what is known of many products')
    .argument('<provider>', 'osv, nvd-overrides or vex')
    .action(acceptKnowledge);
}

async function importKnowledge(provider: string, location: string): Promise<void> {
  if (location !== '-') await access(location, constants.R_OK); // fails before the database is opened
  await withApp(knowledge, async (app) => {
    const { KnowledgeService } = await import('../../source/knowledge/knowledge.service.js');
    const rejected = ({ at, reason }: Rejected) => void tell(`${at} ${reason}`);
    const summary = await app.get(KnowledgeService).import(provider, location, rejected);
    show(summary);
    if (summary.rejected > 0 || summary.held_because !== undefined) process.exitCode = FAILED;
  });
}

async function acceptKnowledge(provider: string): Promise<void> {
  await withApp(knowledge, async (app) => {
    const { KnowledgeService } = await import('../../source/knowledge/knowledge.service.js');
    show(await app.get(KnowledgeService).accept(provider));
  });
}

function show(summary: ImportedKnowledge): void {
  const { provider, as_of, matched, changed, rejected, dropped = 0, held_because } = summary;
  const others = dropped === 0 ? '' : `, ${dropped} about other products left out`;
  tell(
    `As of ${as_of}: ${matched} products of the catalogue, ${changed} changed; ${rejected} records rejected${others}.`,
  );
  if (held_because !== undefined)
    tell(`It is held, and counts after \`knowledge accept ${provider}\`: ${held_because}`);
  print(summary);
}

import { access, constants } from 'node:fs/promises';
import type { Command } from 'commander';
import type { Rejected } from '../source/knowledge/providers/knowledge-provider';
import { FAILED, print, tell, withApp } from './run';

const knowledge = async () => [(await import('../source/knowledge/knowledge.module.js')).KnowledgeModule];

/** `knowledge import` */
export function addKnowledgeCommands(cli: Command): void {
  const knowledge = cli.command('knowledge').description('facts about many products at once');
  knowledge
    .command('import')
    .description('import facts of a provider from files; the same again changes nothing')
    .argument('<provider>', 'endoflife')
    .argument('<location>', 'a file, plain or gzip, a folder of files *.json, or - for standard input')
    .action(importKnowledge);
}

async function importKnowledge(provider: string, location: string): Promise<void> {
  if (location !== '-') await access(location, constants.R_OK); // fails before the database is opened
  await withApp(knowledge, async (app) => {
    const { KnowledgeService } = await import('../source/knowledge/knowledge.service.js');
    const rejected = ({ at, reason }: Rejected) => void tell(`${at} ${reason}`);
    const summary = await app.get(KnowledgeService).import(provider, location, rejected);
    const { as_of, matched, changed } = summary;
    tell(
      `As of ${as_of}: ${matched} products of the catalogue, ${changed} changed; ${summary.rejected} records rejected.`,
    );
    print(summary);
    if (summary.rejected > 0) process.exitCode = FAILED;
  });
}

import type { Command } from 'commander';
import { print, tell } from 'small-parts';
import { sources } from './modules';
import { withApp } from './run';

export function addNotesCommands(cli: Command): void {
  const notes = cli.command('notes').description('release notes');
  notes
    .command('fetch')
    .description('read the notes of a product now, where they are read beside its source')
    .argument('<software>', 'id, name or identifier such as pkg:npm/express')
    .action(fetch);
  notes
    .command('show')
    .description('stored notes, newest first, one JSON object a line')
    .argument('<software>', 'id, name or identifier such as pkg:npm/express')
    .argument('[from]', 'only versions above this one')
    .argument('[to]', 'only versions up to this one')
    .action(show);
}

async function fetch(software: string): Promise<void> {
  await withApp(sources, async (app) => {
    const { NotesCommand } = await import('../../source/release-notes/notes-command.js');
    const versions = await app.get(NotesCommand).fetch(software);
    if (versions === null)
      tell(
        'Nothing was read: its source brings its notes, no other place is known, or the host there is paused or busy.',
      );
    else print({ versions });
  });
}

async function show(software: string, from?: string, to?: string): Promise<void> {
  await withApp(sources, async (app) => {
    const { NotesCommand } = await import('../../source/release-notes/notes-command.js');
    const notes = await app.get(NotesCommand).show(software, from, to);
    notes.forEach(print);
    if (notes.length === 0) tell('There are no notes.');
  });
}

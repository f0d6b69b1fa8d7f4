import { type Command, Option } from 'commander';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { breakingItems } from '../release-notes/text/breaking';
import { NOTE_FORMATS, type NoteFormat, type NoteOutput, plainText } from '../release-notes/text/note-block';
import { mentionsSecurity, securityIds } from '../release-notes/text/note-facts';
import type { ChangelogSplitter, NoteReader } from '../release-notes/text/note-reader';
import { changelogFormat, type ChangelogSection } from '../release-notes/text/split-changelog';
import { writeNotes } from '../release-notes/text/write-notes';
import { sources } from './modules';
import { print, tell, withApp } from './run';

const MAX_BYTES = 4 * 1024 * 1024;
/** `notes read|render`, which need no database, and `notes fetch|show` */
export function addNotesCommands(cli: Command): void {
  const notes = cli.command('notes').description('release notes');
  notes
    .command('read <file>')
    .description('the versions of a changelog, newest first, one JSON object a line')
    .addOption(
      new Option('--format <format>', 'default: by the name of the file, or what it looks like').choices(NOTE_FORMATS),
    )
    .action(async (file: string, { format }: { format?: NoteFormat }) => {
      const text = await readChangelog(file);
      const known = format ?? changelogFormat(file, text);
      await withReaders(async (reader, splitter) => {
        for (const section of await splitter.split(text, known)) print(await summaryOf(section, known, reader));
      });
    });
  notes
    .command('render')
    .description('notes from stdin, as the service shows them')
    .addOption(new Option('--from <format>').choices(NOTE_FORMATS).makeOptionMandatory())
    .addOption(new Option('--to <format>').choices(['html', 'markdown', 'text']).makeOptionMandatory())
    .action(async ({ from, to }: { from: NoteFormat; to: NoteOutput }) => {
      const text = decode(await buffer(process.stdin), 'stdin');
      await withReaders(async (reader) => print(writeNotes(await reader.read(text, from), to)));
    });
  addNotesStoreCommands(notes);
}

async function readChangelog(file: string): Promise<string> {
  try {
    return decode(await readFile(file), file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code ? new Error(`cannot read ${file}: ${code}`) : error;
  }
}

function decode(bytes: Buffer, name: string): string {
  if (bytes.length > MAX_BYTES) throw new Error(`${name} has more than 4 MB`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`${name} is not UTF-8`);
  }
}

/** Applies the service's time limits, and reports a timeout on stderr. */
async function withReaders(work: (reader: NoteReader, splitter: ChangelogSplitter) => Promise<void>): Promise<void> {
  const { Logger } = await import('@nestjs/common');
  const { AppLogger, createLogger } = await import('../common/app-logger.js');
  const { ChangelogSplitter, NoteReader } = await import('../release-notes/text/note-reader.js');
  Logger.overrideLogger(new AppLogger(createLogger('warn', { readable: process.stderr.isTTY === true, fd: 2 })));
  const [reader, splitter] = [new NoteReader(), new ChangelogSplitter()];
  try {
    await work(reader, splitter);
  } finally {
    await Promise.all([reader.onModuleDestroy(), splitter.onModuleDestroy()]);
  }
}

const summaryOf = async (section: ChangelogSection, format: NoteFormat, reader: NoteReader) => ({
  version: section.version,
  released_at: section.releasedAt,
  bytes: Buffer.byteLength(section.text),
  breaking: breakingItems(await reader.read(section.text, format)).map(plainText),
  security: { ids: securityIds(section.text), mentions: mentionsSecurity(section.text) },
});

/** `notes fetch|show` */
function addNotesStoreCommands(notes: Command): void {
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
    const { NotesCommand } = await import('../source/release-notes/notes-command.js');
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
    const { NotesCommand } = await import('../source/release-notes/notes-command.js');
    const notes = await app.get(NotesCommand).show(software, from, to);
    notes.forEach(print);
    if (notes.length === 0) tell('There are no notes.');
  });
}

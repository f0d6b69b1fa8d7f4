import type { Command } from 'commander';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { print } from 'small-parts';
import { breakingItems } from './breaking';
import { NOTE_FORMATS, type NoteFormat, type NoteOutput, plainText } from './note-block';
import { mentionsSecurity, securityIds } from './note-facts';
import { readNotes } from './read-notes';
import { changelogFormat, type ChangelogSection, splitChangelog } from './split-changelog';
import { writeNotes } from './write-notes';

const MAX_BYTES = 4 * 1024 * 1024;

/** `notes read|render`, which need no database. @returns the group, for more of them */
export function addNotesCommands(cli: Command): Command {
  const notes = cli.command('notes').description('release notes');
  const read = notes
    .command('read <file>')
    .description('the versions of a changelog, newest first, one JSON object a line');
  read
    .addOption(
      read
        .createOption('--format <format>', 'default: by the name of the file, or what it looks like')
        .choices(NOTE_FORMATS),
    )
    .action(async (file: string, { format }: { format?: NoteFormat }) => {
      const text = await readChangelog(file);
      const known = format ?? changelogFormat(file, text);
      for (const section of splitChangelog(text, known)) print(summaryOf(section, known));
    });
  const render = notes.command('render').description('notes from stdin, as the service shows them');
  render
    .addOption(render.createOption('--from <format>').choices(NOTE_FORMATS).makeOptionMandatory())
    .addOption(render.createOption('--to <format>').choices(['html', 'markdown', 'text']).makeOptionMandatory())
    .action(async ({ from, to }: { from: NoteFormat; to: NoteOutput }) =>
      print(writeNotes(readNotes(decode(await buffer(process.stdin), 'stdin'), from), to)),
    );
  return notes;
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

const summaryOf = (section: ChangelogSection, format: NoteFormat) => ({
  version: section.version,
  released_at: section.releasedAt,
  bytes: Buffer.byteLength(section.text),
  breaking: breakingItems(readNotes(section.text, format)).map(plainText),
  security: { ids: securityIds(section.text), mentions: mentionsSecurity(section.text) },
});

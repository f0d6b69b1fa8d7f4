import { type Command, Option } from 'commander';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { print } from './run';
import { breakingItems } from '../notes/text/breaking';
import { NOTE_FORMATS, type NoteFormat, type NoteOutput, plainText } from '../notes/text/note-block';
import { readNotes } from '../notes/text/read-notes';
import { mentionsSecurity, securityIds } from '../notes/text/security';
import { splitChangelog } from '../notes/text/split-changelog';
import { writeNotes } from '../notes/text/write-notes';

const MAX_BYTES = 4 * 1024 * 1024;
const BY_EXTENSION: Record<string, NoteFormat> = {
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.html': 'html',
  '.htm': 'html',
  '.rst': 'rst',
};

/** `notes read|render`, which need no database */
export function addNotesCommands(cli: Command): void {
  const notes = cli.command('notes').description('read release notes; needs no database');
  notes
    .command('read <file>')
    .description('the versions of a changelog, newest first, one JSON object a line')
    .addOption(
      new Option('--format <format>', 'default: by the name of the file, or what it looks like').choices(NOTE_FORMATS),
    )
    .action(async (file: string, { format }: { format?: NoteFormat }) => {
      const text = await readChangelog(file);
      for (const line of summaryOf(text, format ?? formatOf(file, text))) print(line);
    });
  notes
    .command('render')
    .description('notes from stdin, as the service shows them')
    .addOption(new Option('--from <format>').choices(NOTE_FORMATS).makeOptionMandatory())
    .addOption(new Option('--to <format>').choices(['html', 'markdown', 'text']).makeOptionMandatory())
    .action(async ({ from, to }: { from: NoteFormat; to: NoteOutput }) => {
      print(writeNotes(readNotes(decode(await buffer(process.stdin), 'stdin'), from), to));
    });
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

/** Files named CHANGES or NEWS tell by what is in them. */
function formatOf(file: string, text: string): NoteFormat {
  const known = BY_EXTENSION[extname(file).toLowerCase()];
  if (known) return known;
  if (/^\s*<(?:!doctype|html|h[1-6]|ul|p|div)\b/i.test(text.slice(0, 1000))) return 'html';
  return /^\.\. |:\w+:`|`__?(?:\s|$)/m.test(text.slice(0, 20_000)) ? 'rst' : 'markdown';
}

function summaryOf(text: string, format: NoteFormat): object[] {
  return splitChangelog(text, format).map((section) => ({
    version: section.version,
    released_at: section.releasedAt,
    bytes: Buffer.byteLength(section.text),
    breaking: breakingItems(readNotes(section.text, format)).map(plainText),
    security: { ids: securityIds(section.text), mentions: mentionsSecurity(section.text) },
  }));
}

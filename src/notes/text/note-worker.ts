import { parentPort } from 'node:worker_threads';
import type { NoteFormat } from './note-block';
import { readNotes } from './read-notes';
import { splitChangelog } from './split-changelog';

export interface NoteTask {
  text: string;
  format: NoteFormat;
  /** The answer: the blocks of notes, or the sections of a changelog. */
  wanted: 'blocks' | 'sections';
}

const answerOf = ({ text, format, wanted }: NoteTask) =>
  wanted === 'sections' ? splitChangelog(text, format) : readNotes(text, format);

/** The thread of `NoteThread`: answers each task, after a first message that says that it has started. */
parentPort?.on('message', (task: NoteTask) => parentPort!.postMessage(answerOf(task)));
parentPort?.postMessage(null);

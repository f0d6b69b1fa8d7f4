import { parentPort } from 'node:worker_threads';
import type { NoteFormat } from './note-block';
import { readNotes } from './read-notes';

export interface NoteTask {
  text: string;
  format: NoteFormat;
}

/** The thread of `NoteReader`: answers each task with its blocks, after a first message that says that it has started. */
parentPort?.on('message', ({ text, format }: NoteTask) => parentPort!.postMessage(readNotes(text, format)));
parentPort?.postMessage(null);

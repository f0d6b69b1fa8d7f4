import { parentPort } from 'node:worker_threads';
import { answerOf, type NoteTask } from './note-tasks';

/** The thread of `NoteThread`: answers each task, after a first message that says that it has started. */
parentPort?.on('message', (task: NoteTask) => parentPort!.postMessage(answerOf(task)));
parentPort?.postMessage(null);

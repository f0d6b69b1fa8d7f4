import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { NoteTask } from './note-tasks';

const START_LIMIT_MS = 30_000;

const FILE = join('release-notes', 'text', 'note-worker.js');
/** A thread needs JavaScript: where the service runs from its source, as in tests, the built file beside it is taken. */
const WORKER = [join(__dirname, '..', '..', FILE), join(__dirname, '..', '..', '..', 'dist', FILE)].find(existsSync);

/** A thread that reads texts of strangers, one task after the other, with a limit of time for each. It starts with its first task. */
export class NoteThread {
  private worker: Worker | null = null;
  private last: Promise<unknown> = Promise.resolve();

  /** @throws Error when it takes longer than `limit` milliseconds, or cannot be done; the next task gets a new thread */
  run<T>(task: NoteTask, limit: number): Promise<T> {
    const turn = this.last.then(() => this.runNow<T>(task, limit));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  async end(): Promise<void> {
    await this.worker?.terminate();
    this.worker = null;
  }

  private async runNow<T>(task: NoteTask, limit: number): Promise<T> {
    try {
      const worker = (this.worker ??= await this.start());
      worker.postMessage(task);
      return await answerOf<T>(worker, limit);
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  private async start(): Promise<Worker> {
    if (WORKER === undefined) throw new Error(`There is no ${FILE}: build the service first.`);
    const worker = new Worker(WORKER);
    await once(worker, 'message', { signal: AbortSignal.timeout(START_LIMIT_MS) });
    worker.unref();
    // It may end between two tasks, for want of memory for instance.
    worker.on('error', () => (this.worker = null));
    return worker;
  }
}

function answerOf<T>(worker: Worker, limit: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (act: () => void) => {
      clearTimeout(timer);
      worker.off('message', answered).off('error', failed);
      act();
    };
    const answered = (answer: T) => end(() => resolve(answer));
    const failed = (error: Error) => end(() => reject(error));
    const late = () => end(() => reject(new Error(`It took longer than ${limit} ms.`)));
    // This thread may be late itself: an answer that is there already counts.
    const timer = setTimeout(() => setImmediate(late), limit);
    worker.on('message', answered).on('error', failed);
  });
}

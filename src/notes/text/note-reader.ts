import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { NoteBlock, NoteFormat } from './note-block';
import type { NoteTask } from './note-worker';
import { readNotes } from './read-notes';

/** Characters that are read at once: nothing so short takes long, and nearly all notes are shorter. */
const SHORT = 4_096;
const START_LIMIT_MS = 30_000;

const FILE = join('notes', 'text', 'note-worker.js');
/** A thread needs JavaScript: where the service runs from its source, as in tests, the built file beside it is taken. */
const WORKER = [join(__dirname, '..', '..', FILE), join(__dirname, '..', '..', '..', 'dist', FILE)].find(existsSync);

/**
 * Reads release notes with a limit of time: whoever writes them must not be able to stop the service. Long ones are read one after the other by a
 * thread, which is ended when one takes longer than 500 ms. That one is then read as plain text.
 */
@Injectable()
export class NoteReader implements OnModuleDestroy {
  /** Milliseconds for one text. */
  protected readonly limit: number = 500;
  private readonly logger = new Logger(NoteReader.name);
  private worker: Worker | null = null;
  private last: Promise<unknown> = Promise.resolve();

  async read(text: string, format: NoteFormat): Promise<NoteBlock[]> {
    if (text.length <= SHORT || format === 'text') return readNotes(text, format);
    const turn = this.last.then(() => this.readByThread({ text, format }));
    this.last = turn;
    return (await turn) ?? readNotes(text, 'text');
  }

  async onModuleDestroy(): Promise<void> {
    await this.worker?.terminate();
  }

  /** @returns null where that was not possible in time */
  private async readByThread(task: NoteTask): Promise<NoteBlock[] | null> {
    try {
      const worker = (this.worker ??= await this.start());
      worker.postMessage(task);
      return await answerOf(worker, this.limit);
    } catch (error) {
      this.logger.warn({ msg: 'release notes were read as plain text', format: task.format, err: error });
      await this.worker?.terminate();
      this.worker = null;
      return null;
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

function answerOf(worker: Worker, limit: number): Promise<NoteBlock[]> {
  return new Promise((resolve, reject) => {
    const end = (act: () => void) => {
      clearTimeout(timer);
      worker.off('message', answered).off('error', failed);
      act();
    };
    const answered = (blocks: NoteBlock[]) => end(() => resolve(blocks));
    const failed = (error: Error) => end(() => reject(error));
    const late = () => end(() => reject(new Error(`It took longer than ${limit} ms.`)));
    // This thread may be late itself: an answer that is there already counts.
    const timer = setTimeout(() => setImmediate(late), limit);
    worker.on('message', answered).on('error', failed);
  });
}

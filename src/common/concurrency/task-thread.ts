import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, type ResourceLimits, Worker } from 'node:worker_threads';

const START_LIMIT_MS = 30_000;
const ROOT = join(__dirname, '..', '..');

/** A task was ended because it took too long, or too much memory. */
export class TaskLimitError extends Error {
  constructor(readonly limit: 'time' | 'memory') {
    super(`A task took too much ${limit}.`);
  }
}

export interface ThreadOptions {
  memory?: ResourceLimits;
  /** Whether each task gets a thread of its own, so that its memory is free afterwards. */
  onePerTask?: boolean;
}

/** A thread for texts of strangers: one task after the other, with a limit of time for each. It starts with its first task. */
export class TaskThread<Task> {
  private worker: Worker | null = null;
  private last: Promise<unknown> = Promise.resolve();

  /** @param file below `dist/`; it calls `answerTasks` */
  constructor(
    private readonly file: string,
    private readonly options: ThreadOptions = {},
  ) {}

  /**
   * @param limit milliseconds
   * @throws TaskLimitError, or what the task itself throws; the next task then gets a new thread
   */
  run<Answer>(task: Task, limit: number): Promise<Answer> {
    const turn = this.last.then(() => this.runNow<Answer>(task, limit));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  async end(): Promise<void> {
    await this.worker?.terminate();
    this.worker = null;
  }

  private async runNow<Answer>(task: Task, limit: number): Promise<Answer> {
    let isDone = false;
    try {
      const worker = (this.worker ??= await this.start());
      worker.postMessage(task);
      const answer = await answerOf<Answer>(worker, limit);
      isDone = true;
      return answer;
    } finally {
      if (!isDone || this.options.onePerTask) await this.end();
    }
  }

  private async start(): Promise<Worker> {
    // A thread needs JavaScript: where the service runs from its source, as in tests, the built file is taken.
    const built = [join(ROOT, this.file), join(ROOT, '..', 'dist', this.file)].find(existsSync);
    if (built === undefined) throw new Error(`There is no ${this.file}: build the service first.`);
    const worker = new Worker(built, { resourceLimits: this.options.memory });
    await once(worker, 'message', { signal: AbortSignal.timeout(START_LIMIT_MS) });
    worker.unref();
    // It may end between two tasks, for want of memory for instance.
    worker.on('error', () => (this.worker = null));
    return worker;
  }
}

/** In the thread: answers each task, after a first message that says that it has started. */
export function answerTasks<Task>(answer: (task: Task) => unknown): void {
  parentPort?.on('message', (task: Task) => parentPort!.postMessage(answer(task)));
  parentPort?.postMessage(null);
}

function answerOf<Answer>(worker: Worker, limit: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const end = (act: () => void) => {
      clearTimeout(timer);
      worker.off('message', answered).off('error', failed).off('exit', ended);
      act();
    };
    const answered = (answer: Answer) => end(() => resolve(answer));
    const failed = (error: NodeJS.ErrnoException) =>
      end(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TaskLimitError('memory') : error));
    const ended = () => end(() => reject(new Error('The thread ended without an answer.')));
    const late = () => end(() => reject(new TaskLimitError('time')));
    // This thread may be late itself: an answer that is there already counts.
    const timer = setTimeout(() => setImmediate(late), limit);
    worker.on('message', answered).on('error', failed).on('exit', ended);
  });
}

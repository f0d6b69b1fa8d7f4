import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Inventory } from 'inventory-reader';
import { Semaphore } from '../../common/concurrency/semaphore';
import { TaskLimitError, TaskThread } from '../../common/concurrency/task-thread';
import { OnePerUser } from '../../api/problem/one-per-user';
import { Problem } from '../../api/problem/problem';
import { Config } from '../../config/config';
import { INVENTORY_LIMIT } from '../../api/server/request-body';
import { type ReadOutcome, readOutcome, type ReadTask } from './inventory-worker';

/** Smaller files, in bytes, are read in this thread: no format takes long for them. */
const SHORT = 65_536;
/** Milliseconds for reading a file. */
const LONGEST_READ = 60_000;
/** Memory limit of the thread, which fits into a container of 512 MB. The formats refuse most larger files before they parse them. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };
/** Uploads that the process reads at a time; of one user it reads one at a time. */
const UPLOADS = 2;
/** Bytes of received and arriving bodies in memory. */
const HELD = 6 * INVENTORY_LIMIT;

const RETRY_AFTER = '10';

/** A file that arrives, and what its sender says of it. */
export interface ArrivingFile {
  stream: Readable;
  encoding: string | undefined;
  length: string | undefined;
  /** Whether nobody waits for the answer any more. */
  isGone(): boolean;
}

/**
 * Reads uploads: a few at a time, since they are in memory as a whole, and large ones in a thread, which can be stopped. An upload takes its place when
 * its body has arrived, so that slow clients occupy none.
 */
@Injectable()
export class UploadReader {
  private readonly places = new Semaphore(UPLOADS);
  private readonly thread = new TaskThread<ReadTask>(join('inventory', 'upload', 'inventory-worker.js'), {
    memory: MEMORY,
    onePerTask: true,
  });
  private readonly turns: OnePerUser;
  private held = 0;

  constructor(private readonly config: Config) {
    this.turns = new OnePerUser(config.uploadsPerUser, 'uploads');
  }

  /** @throws Problem */
  upload<T>(userId: string, file: ArrivingFile, work: (bytes: Buffer) => Promise<T>): Promise<T> {
    return this.turns.run(userId, async (turn) => {
      const body = { bytes: 0 };
      try {
        const bytes = await bodyOf(file, this.config.bodyTimeout, (size) => this.hold(body, size));
        return await turn.run(() =>
          this.places.run(() => {
            // Nobody else was waiting.
            if (file.isGone()) throw new Problem('bad-request', 'The connection was closed.');
            return work(bytes);
          }),
        );
      } finally {
        this.held -= body.bytes;
      }
    });
  }

  private hold(body: { bytes: number }, size: number): void {
    if (this.held + size > HELD)
      throw new Problem('service-unavailable', 'The service reads too many inventories at the moment.', [], {
        'Retry-After': RETRY_AFTER,
      });
    this.held += size;
    body.bytes += size;
  }

  /** @param field that has the file @throws Problem invalid-body when the file is not an inventory */
  async read(task: ReadTask, field = 'body'): Promise<Inventory> {
    const outcome = task.bytes.length <= SHORT ? readOutcome(task) : await this.readByThread(task);
    if ('fault' in outcome) throw Problem.field(field, outcome.fault);
    return outcome.inventory;
  }

  private async readByThread(task: ReadTask): Promise<ReadOutcome> {
    try {
      return await this.thread.run<ReadOutcome>(task, LONGEST_READ);
    } catch (error) {
      if (!(error instanceof TaskLimitError)) throw error;
      return { fault: error.limit === 'time' ? 'It takes too long to read' : 'It takes too much memory to read' };
    }
  }
}

/**
 * @param seconds for the whole body
 * @param hold called with each piece; throws a Problem when there is no memory for it
 */
async function bodyOf(
  { stream, encoding = 'identity', length = '0' }: ArrivingFile,
  seconds: number,
  hold: (size: number) => void,
): Promise<Buffer> {
  if (encoding !== 'identity') throw new Problem('unsupported-media-type', 'Send the file as it is, not compressed.');
  if (Number(length) > INVENTORY_LIMIT) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  await new Promise<void>((resolve, reject) => {
    const late = () =>
      reject(new Problem('request-timeout', 'The body did not arrive in time.', [], { Connection: 'close' }));
    const timer = setTimeout(late, seconds * 1_000);
    const end = (settle: () => void) => () => {
      clearTimeout(timer);
      settle();
    };
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      try {
        if (size > INVENTORY_LIMIT) throw tooLarge();
        hold(chunk.length);
        chunks.push(chunk);
      } catch (error) {
        end(() => reject(error as Problem))();
      }
    });
    stream.once('end', end(resolve));
    stream.once(
      'close',
      end(() => reject(new Problem('bad-request', 'The connection was closed.'))),
    );
  }).finally(() => stream.removeAllListeners('data').resume());
  return Buffer.concat(chunks);
}

const tooLarge = () => new Problem('too-large', `The file of an inventory has at most ${INVENTORY_LIMIT} bytes.`);

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Semaphore } from '../common/concurrency/semaphore';
import { Problem } from '../common/problem/problem';
import { Config } from '../config/config';
import { INVENTORY_LIMIT } from '../http-server/request-body';
import { type ReadOutcome, readOutcome, type ReadTask } from './inventory-worker';
import type { Inventory } from './reading/base/component';

/** Bytes that are read at once: no format takes long for so few. */
const SHORT = 65_536;
/** Milliseconds for a file, and megabytes. */
const LONGEST_READ = 60_000;
const HEAP = 384;
/** Uploads whose bodies are in memory at a time, and that wait for one to end. */
const UPLOADS = 2;
const WAITING = 20;

const FILE = join('inventory', 'inventory-worker.js');
/** A thread needs JavaScript: where the service runs from its source, as in tests, the built file beside it is taken. */
const WORKER = [join(__dirname, '..', FILE), join(__dirname, '..', '..', 'dist', FILE)].find(existsSync);

/** Reads uploads: few at a time, since they are in memory as a whole, and large ones by a thread, which can be stopped. */
@Injectable()
export class UploadReader {
  private readonly places = new Semaphore(UPLOADS);
  private readonly thread = new Semaphore(1);

  constructor(private readonly config: Config) {}

  /** The file of a request. @throws Problem */
  upload<T>(request: Request, work: (bytes: Buffer) => Promise<T>): Promise<T> {
    if (this.places.waiting >= WAITING)
      throw new Problem('service-unavailable', 'Too many inventories are being read.', [], { 'Retry-After': '10' });
    return this.places.run(async () => work(await bodyOf(request, this.config.bodyTimeout)));
  }

  /** @throws Problem invalid-body when it is no inventory */
  async read(bytes: Buffer, format: string | undefined): Promise<Inventory> {
    const outcome =
      bytes.length <= SHORT ? readOutcome({ bytes, format }) : await this.thread.run(() => byThread({ bytes, format }));
    if ('fault' in outcome) throw Problem.field('body', outcome.fault);
    return outcome.inventory;
  }
}

function byThread(task: ReadTask): Promise<ReadOutcome> {
  if (WORKER === undefined) throw new Error(`There is no ${FILE}: build the service first.`);
  const worker = new Worker(WORKER, { resourceLimits: { maxOldGenerationSizeMb: HEAP } });
  const answer = new Promise<ReadOutcome>((resolve, reject) => {
    const timer = setTimeout(() => resolve({ fault: 'It takes too long to read' }), LONGEST_READ);
    worker.once('message', resolve);
    worker.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? resolve({ fault: 'It takes too much memory to read' })
        : reject(error),
    );
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('The thread ended without an answer.'));
    });
  });
  worker.postMessage(task);
  return answer.finally(() => worker.terminate());
}

/** @param seconds in which all of it has to be there */
async function bodyOf(request: Request, seconds: number): Promise<Buffer> {
  const { 'content-encoding': encoding = 'identity', 'content-length': length = '0' } = request.headers;
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
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > INVENTORY_LIMIT) end(() => reject(tooLarge()))();
      else chunks.push(chunk);
    });
    request.once('end', end(resolve));
    request.once(
      'close',
      end(() => reject(new Problem('bad-request', 'The connection was closed.'))),
    );
  }).finally(() => request.removeAllListeners('data').resume());
  return Buffer.concat(chunks);
}

const tooLarge = () => new Problem('too-large', `The file of an inventory has at most ${INVENTORY_LIMIT} bytes.`);

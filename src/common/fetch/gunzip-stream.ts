import { createGunzip } from 'node:zlib';
import { TimeSlice } from 'small-parts';
import type { BodySink } from '../outgoing-http/http-port';
import { SourceError } from './source-error';

/** Decompressed bytes: three times what the largest package index of a distribution has. */
const MAX_UNPACKED = 256 * 1024 * 1024;
const PIECE = 64 * 1024;

/** Decompresses a body while it arrives. A body of several gzip members, one after the other, is one file. */
export class GunzipStream {
  /** The reader has stopped. */
  isClosed = false;
  private readonly gunzip = createGunzip({ chunkSize: PIECE });
  private resume: () => void = () => undefined;

  constructor() {
    this.gunzip.on('drain', () => this.resume());
    this.gunzip.on('close', () => this.resume());
    // `pieces` throws it; the event would end the process if it came before anybody reads.
    this.gunzip.on('error', () => undefined);
  }

  /** Takes the next bytes of the body, and lets it wait while they are more than was read. */
  readonly take: BodySink = (chunk) => {
    if (this.gunzip.destroyed) return Promise.reject(new Error('nobody reads the rest'));
    if (this.gunzip.write(chunk)) return undefined;
    return new Promise((resolve) => (this.resume = resolve));
  };

  /** The body is complete. */
  end(): void {
    this.gunzip.end();
  }

  close(): void {
    this.isClosed = true;
    this.gunzip.destroy();
  }

  /** @throws SourceError when it is not gzip, incomplete or too long */
  async *pieces(): AsyncGenerator<Buffer> {
    let size = 0;
    const slice = new TimeSlice();
    try {
      for await (const piece of this.gunzip) {
        if (slice.isOver) await slice.next();
        size += (piece as Buffer).length;
        if (size > MAX_UNPACKED) throw tooLong();
        yield piece as Buffer;
      }
    } catch (error) {
      if (error instanceof SourceError) throw error;
      throw new SourceError('The response is not a complete gzip file', null, 'format');
    }
  }
}

const tooLong = () =>
  new SourceError(`The response is longer than ${MAX_UNPACKED / 1024 / 1024} MB decompressed`, null, 'size');

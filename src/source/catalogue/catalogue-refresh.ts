import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { COMMAND_LINE } from '../../api/identity/actor';
import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { SourceWeb } from '../../common/fetch/source-web';
import { CatalogueImporter, type RefreshSummary } from './catalogue-importer';
import type { ImportEvents } from './import-run';

/**
 * The files of the catalogue that comes with the service, in the order in which they are imported. What a later file says of a product that an
 * earlier one has completes it.
 */
export const BUNDLED = ['catalogue-wide', 'catalogue-selfhosted', 'catalogue'].map((name) =>
  join(__dirname, '..', '..', '..', 'data', `${name}.ndjson.gz`),
);

export interface RefreshOptions {
  /** Nothing is written. */
  dryRun?: boolean;
  /** SHA-256 of the file as it is sent, as 64 hexadecimal digits. Another file is refused before its content is read. */
  sha256?: string;
  /** Nobody else uses the database yet: nobody waits for what is locked. */
  isAlone?: boolean;
}

export interface RefreshEvents extends Omit<ImportEvents, 'progress'> {
  /** After each batch: how much of the file is done, 0 to 1; null = unknown. */
  progress?(done: number | null): void;
}

interface OpenFile {
  stream: Readable;
  done(): number | null;
}

/** Imports a newer catalogue file without undoing changes of the operator or users. */
@Injectable()
export class CatalogueRefresh {
  constructor(
    private readonly importer: CatalogueImporter,
    private readonly http: OutgoingHttp,
  ) {}

  /**
   * @param location a file, or an http or https URL of at most 32 MB; by default the catalogue that comes with the service
   * @throws SourceError when a URL has no file, Error when it is not the file that was meant; else as an import
   */
  async refresh(
    location: string | undefined,
    { dryRun = false, sha256, isAlone }: RefreshOptions = {},
    events: RefreshEvents = {},
    actor = COMMAND_LINE,
  ): Promise<RefreshSummary> {
    const file = await this.open(location, sha256);
    const importEvents = { ...events, progress: () => events.progress?.(file.done()) };
    return this.importer.refresh(file.stream, importEvents, actor, { isDryRun: dryRun, isAlone });
  }

  private open(location: string | undefined, sha256: string | undefined): Promise<OpenFile> {
    if (location === undefined) return openFiles(BUNDLED, sha256);
    return isUrl(location) ? this.download(location, sha256) : openFiles([location], sha256);
  }

  private async download(url: string, sha256: string | undefined): Promise<OpenFile> {
    const bytes = await new SourceWeb(this.http).bytes(url);
    if (sha256 !== undefined) assertDigest(createHash('sha256').update(bytes).digest('hex'), sha256);
    return { stream: Readable.from([bytes]), done: () => null };
  }
}

export const isUrl = (location: string): boolean => /^https?:\/\//i.test(location);

/** As one stream: packed files one after the other are a packed file. */
async function openFiles(paths: string[], sha256: string | undefined): Promise<OpenFile> {
  if (sha256 !== undefined) assertDigest(await digestOf(paths), sha256);
  const size = paths.reduce((sum, path) => sum + statSync(path).size, 0);
  let read = 0;
  async function* chunks() {
    for await (const chunk of chunksOf(paths)) {
      read += chunk.length;
      yield chunk;
    }
  }
  return { stream: Readable.from(chunks()), done: () => (size > 0 ? read / size : null) };
}

async function digestOf(paths: string[]): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunksOf(paths)) hash.update(chunk);
  return hash.digest('hex');
}

async function* chunksOf(paths: string[]): AsyncGenerator<Buffer> {
  for (const path of paths) yield* createReadStream(path) as AsyncIterable<Buffer>;
}

function assertDigest(found: string, expected: string): void {
  if (found !== expected.toLowerCase()) throw new Error(`This is another file: its SHA-256 is ${found}`);
}

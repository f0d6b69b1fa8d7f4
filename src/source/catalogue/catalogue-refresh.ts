import { createHash } from 'node:crypto';
import { createReadStream, type ReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { COMMAND_LINE } from '../../common/identity/actor';
import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { SourceWeb } from '../sources/source-web';
import { CatalogueImporter, type RefreshSummary } from './catalogue-importer';
import type { ImportEvents } from './import-run';

/** The catalogue that comes with the service. */
export const BUNDLED = join(__dirname, '..', '..', '..', 'data', 'catalogue.ndjson.gz');

export interface RefreshOptions {
  /** Nothing is written. */
  dryRun?: boolean;
  /** SHA-256 of the file as it is sent, as 64 hexadecimal digits. Another file is refused before its content is read. */
  sha256?: string;
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
   * @param location a file, or an http or https URL of at most 32 MB
   * @throws SourceError when a URL has no file, Error when it is not the file that was meant; else as an import
   */
  async refresh(
    location = BUNDLED,
    { dryRun = false, sha256 }: RefreshOptions = {},
    events: RefreshEvents = {},
    actor = COMMAND_LINE,
  ): Promise<RefreshSummary> {
    const file = isUrl(location) ? await this.download(location, sha256) : await openFile(location, sha256);
    const importEvents = { ...events, progress: () => events.progress?.(file.done()) };
    return this.importer.refresh(file.stream, importEvents, actor, dryRun);
  }

  private async download(url: string, sha256: string | undefined): Promise<OpenFile> {
    const bytes = await new SourceWeb(this.http).bytes(url);
    if (sha256 !== undefined) assertDigest(createHash('sha256').update(bytes).digest('hex'), sha256);
    return { stream: Readable.from([bytes]), done: () => null };
  }
}

export const isUrl = (location: string): boolean => /^https?:\/\//i.test(location);

async function openFile(path: string, sha256: string | undefined): Promise<OpenFile> {
  if (sha256 !== undefined) assertDigest(await digestOfFile(path), sha256);
  const stream = createReadStream(path);
  const { size } = statSync(path);
  return { stream, done: () => (size > 0 ? stream.bytesRead / size : null) };
}

async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as ReadStream & AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}

function assertDigest(found: string, expected: string): void {
  if (found !== expected.toLowerCase()) throw new Error(`This is another file: its SHA-256 is ${found}`);
}

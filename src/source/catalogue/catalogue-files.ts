import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database';
import { CatalogueImporter, type ImportEvents, type ImportSummary } from './catalogue-importer';
import { type FileChoice, type FoundFile, openFiles } from './files';
import type { Reading } from './reading';
import { RELEASE_DATA_FILES, releaseDataReadings } from './release-data';
import { WINGET_FILES, wingetReadings } from './winget';

/** Forms in which others publish what they know, many files each. */
export const FILE_FORMATS = ['winget', 'release-data'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

interface Format {
  files: FileChoice;
  read(files: AsyncIterable<FoundFile>): AsyncIterable<Reading>;
}

export interface FileImportEvents extends Omit<ImportEvents, 'progress'> {
  /** After each transaction: how much of the input is done, 0 to 1; null = nobody knows. */
  progress?(done: number | null): void;
}

/** Imports folders and archives of other people's data. */
@Injectable()
export class CatalogueFiles {
  private readonly formats: Record<FileFormat, Format> = {
    winget: { files: WINGET_FILES, read: wingetReadings },
    'release-data': {
      files: RELEASE_DATA_FILES,
      read: (files) => releaseDataReadings(files, (identity) => this.nameOf(identity)),
    },
  };

  constructor(
    private readonly database: Database,
    private readonly importer: CatalogueImporter,
  ) {}

  /**
   * @param location a folder, a tar archive (plain or gzip), or `-` for an archive on standard input
   * @throws when it cannot be opened, an archive is damaged, or the database is away; what was committed until then stays
   */
  async import(format: FileFormat, location: string, events: FileImportEvents = {}): Promise<ImportSummary> {
    const { files, read } = this.formats[format];
    const source = await openFiles(location, files);
    return this.importer.importAll(read(source.files), { ...events, progress: () => events.progress?.(source.done()) });
  }

  private async nameOf(identity: string): Promise<{ software: string; publisher: string } | null> {
    const [row] = await this.database.query<{ software: string; publisher: string }>(
      `SELECT s.name AS software, p.name AS publisher FROM software s JOIN publisher p ON p.id = s.publisher_id
       WHERE s.identity = ?`,
      [identity],
    );
    return row ?? null;
  }
}

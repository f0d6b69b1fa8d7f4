import { Injectable } from '@nestjs/common';
import { SoftwareRepository } from '../../software/software.repository';
import { CatalogueImporter } from './catalogue-importer';
import { type FileChoice, type FoundFile, openFiles } from './files';
import type { ImportEvents, ImportSummary } from './import-run';
import type { Reading } from './reading';
import { RELEASE_DATA_FILES, releaseDataReadings } from './release-data';
import { WINGET_FILES, wingetReadings } from './winget';

/** Public data sets of many files each. */
export const FILE_FORMATS = ['winget', 'release-data'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

interface Format {
  files: FileChoice;
  read(files: AsyncIterable<FoundFile>): AsyncIterable<Reading>;
}

export interface FileImportEvents extends Omit<ImportEvents, 'progress'> {
  /** After each batch: how much of the input is done, 0 to 1; null = unknown. */
  progress?(done: number | null): void;
}

/** Imports folders and archives of public data sets. */
@Injectable()
export class CatalogueFiles {
  private readonly formats: Record<FileFormat, Format> = {
    winget: { files: WINGET_FILES, read: wingetReadings },
    'release-data': {
      files: RELEASE_DATA_FILES,
      read: (files) => releaseDataReadings(files, (identity) => this.software.findNames(identity)),
    },
  };

  constructor(
    private readonly software: SoftwareRepository,
    private readonly importer: CatalogueImporter,
  ) {}

  /**
   * @param location a folder, a tar archive (plain or gzip), or `-` for an archive on standard input
   * @throws when it cannot be opened, an archive is damaged or the database is unavailable; committed records stay
   */
  async import(format: FileFormat, location: string, events: FileImportEvents = {}): Promise<ImportSummary> {
    const { files, read } = this.formats[format];
    const source = await openFiles(location, files);
    return this.importer.importAll(read(source.files), { ...events, progress: () => events.progress?.(source.done()) });
  }
}

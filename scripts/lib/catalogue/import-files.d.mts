import type { INestApplicationContext } from '@nestjs/common';
import type { ImportSummary } from '../../../src/source/catalogue/import-run';
import type { Remark } from '../../../src/source/catalogue/reading';

/**
 * @param location a folder, a tar archive (plain or gzip), or `-` for an archive on standard input
 * @param events progress: after each batch, how much of the input is done, 0 to 1; null = unknown
 */
export function importFiles(
  app: INestApplicationContext,
  format: 'winget' | 'release-data',
  location: string,
  events?: { rejected?: (remark: Remark) => void; progress?: (done: number | null) => void },
): Promise<ImportSummary>;

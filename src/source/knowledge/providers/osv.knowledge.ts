import { Injectable } from '@nestjs/common';
import { type AdvisoryRecord, readOsv } from 'advisory-match';
import { AdvisoryImport } from '../../../advisory/store/advisory-import';
import { AdvisoryRepository } from '../../../advisory/store/advisory.repository';
import type { Config } from '../../../config/config';
import { AdvisoryProvider } from './advisory-provider';

/** Advisories in the schema of OSV, as each database of https://google.github.io/osv.dev/data/ offers them in one zip file. */
@Injectable()
export class OsvKnowledge extends AdvisoryProvider {
  readonly name = 'osv';
  readonly title = 'OSV';
  override readonly bundled = 'bitnami.ndjson.gz';

  constructor(imports: AdvisoryImport, advisories: AdvisoryRepository) {
    super(imports, advisories);
  }

  urlsOf(config: Config): string[] {
    return config.osvUrl;
  }

  protected record(content: unknown): AdvisoryRecord | null {
    return readOsv(content);
  }
}

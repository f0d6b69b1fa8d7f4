import { Injectable } from '@nestjs/common';
import { type AdvisoryRecord, readNvd } from 'advisory-match';
import { AdvisoryImport } from '../../../advisory/store/advisory-import';
import { AdvisoryRepository } from '../../../advisory/store/advisory.repository';
import type { Config } from '../../../config/config';
import { AdvisoryProvider } from './advisory-provider';

/** CPE configurations of CVEs as others add them to NVD's, in the form of its API: https://github.com/anchore/nvd-data-overrides */
@Injectable()
export class NvdOverridesKnowledge extends AdvisoryProvider {
  readonly name = 'nvd-overrides';
  readonly title = 'NVD overrides';
  override readonly bundled = 'nvd-overrides.ndjson.gz';

  constructor(imports: AdvisoryImport, advisories: AdvisoryRepository) {
    super(imports, advisories);
  }

  urlsOf(config: Config): string[] {
    return config.nvdOverridesUrl === null ? [] : [config.nvdOverridesUrl];
  }

  protected record(content: unknown): AdvisoryRecord {
    return readNvd(content);
  }
}

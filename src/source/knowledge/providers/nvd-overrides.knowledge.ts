import { Injectable } from '@nestjs/common';
import { readNvd } from 'advisory-match';
import { AdvisoryProvider } from './advisory-provider';

/** CPE configurations of CVEs as others add them to NVD's, in the form of its API: https://github.com/anchore/nvd-data-overrides */
@Injectable()
export class NvdOverridesKnowledge extends AdvisoryProvider {
  readonly name = 'nvd-overrides';
  readonly title = 'NVD overrides';
  readonly setting = 'nvdOverridesUrl';
  override readonly bundled = 'nvd-overrides.ndjson.gz';
  protected readonly record = readNvd;
}

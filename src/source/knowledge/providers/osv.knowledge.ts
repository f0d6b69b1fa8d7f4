import { Injectable } from '@nestjs/common';
import { readOsv } from 'advisory-match';
import { AdvisoryProvider } from './advisory-provider';

/** Advisories in the schema of OSV, as each database of https://google.github.io/osv.dev/data/ offers them in one zip file. */
@Injectable()
export class OsvKnowledge extends AdvisoryProvider {
  readonly name = 'osv';
  readonly title = 'OSV';
  readonly setting = 'osvUrl';
  override readonly bundled = 'bitnami.ndjson.gz';
  protected readonly record = readOsv;
}

import { Transform } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Problem } from '../../common/problem/problem';
import { Config } from '../../config/config';
import type { ImportResponse } from './catalogue.controller';
import { CatalogueImporter } from './catalogue-importer';

const TYPES = [
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'application/gzip',
  'application/json',
];
const REJECTIONS_SHOWN = 100;

/** The import out of a request's body, which is never held as a whole. */
@Injectable()
export class CatalogueUpload {
  constructor(
    private readonly importer: CatalogueImporter,
    private readonly config: Config,
  ) {}

  async import(request: Request): Promise<ImportResponse> {
    if (!TYPES.some((type) => request.is(type)))
      throw new Problem('unsupported-media-type', 'Send the catalogue as application/x-ndjson, plain or gzip.');
    const rejections: ImportResponse['rejections'] = [];
    const rejected = (line: number, reason: string) => {
      if (rejections.length < REJECTIONS_SHOWN) rejections.push({ line, reason });
    };
    const limited = atMost(this.config.catalogueLimit);
    try {
      request.on('error', (error) => limited.destroy(error));
      const summary = await this.importer.import(request.pipe(limited), { rejected });
      return { ...summary, rejections };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code?.startsWith('Z_'))
        throw new Problem('bad-request', 'The body begins like gzip but cannot be read as such.');
      throw error;
    } finally {
      // Nobody reads the rest of a refused body otherwise, and the connection would hang.
      request.unpipe(limited).resume();
    }
  }
}

/** What was read until the limit is in the catalogue already; sending the rest in another request goes on from there. */
function atMost(bytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen <= bytes) return done(null, chunk);
      done(new Problem('too-large', `A catalogue in one request has at most ${bytes} bytes.`));
    },
  });
}

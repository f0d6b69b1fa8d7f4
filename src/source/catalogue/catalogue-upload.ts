import { Transform } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Problem } from '../../api/problem/problem';
import { Config } from '../../config/config';
import type { Actor } from '../../api/identity/actor';
import { CatalogueImporter } from './catalogue-importer';
import type { ImportResponse } from './dto/import.response';
import { decompressed, passOn } from './lines';
import { ndjsonReadings, type Remark } from './reading';

const TYPES = [
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'application/gzip',
  'application/json',
  'text/plain',
];
const REJECTIONS_SHOWN = 100;
/** Milliseconds for the patterns of all products of one request. */
const PATTERNS_MS = 10_000;
/** Unpacked, an upload may have this many times its limit: real catalogues compress to a seventh, a zip bomb to a thousandth. */
const UNPACKED_FACTOR = 20;

/** Imports the body of a request as it arrives; it is never in memory as a whole. */
@Injectable()
export class CatalogueUpload {
  constructor(
    private readonly importer: CatalogueImporter,
    private readonly config: Config,
  ) {}

  async import(caller: Actor, request: Request): Promise<ImportResponse> {
    if (!TYPES.some((type) => request.is(type)))
      throw new Problem('unsupported-media-type', 'Send the catalogue as application/x-ndjson, plain or gzip.');
    const rejections: ImportResponse['rejections'] = [];
    const rejected = (remark: Remark) => {
      if (rejections.length < REJECTIONS_SHOWN) rejections.push(toLine(remark));
    };
    const warnings: ImportResponse['warnings'] = [];
    const warned = (remark: Remark) => void warnings.push(toLine(remark));
    const limited = atMost(this.config.catalogueLimit, 'A catalogue in one request has at most % bytes.');
    const unpacked = atMost(this.config.catalogueLimit * UNPACKED_FACTOR, 'Unpacked, a catalogue has at most % bytes.');
    try {
      request.on('error', (error) => limited.destroy(error));
      const lines = ndjsonReadings(passOn(await decompressed(request.pipe(limited)), unpacked));
      const summary = await this.importer.importAll(lines, { rejected, warned }, caller, PATTERNS_MS);
      return answer({ ...summary, rejections, warnings });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code?.startsWith('Z_'))
        throw new Problem('bad-request', 'The body begins like gzip but cannot be read as such.');
      throw error;
    } finally {
      // The rest of a rejected body has to be read, or the connection would hang.
      request.unpipe(limited).resume();
    }
  }
}

const toLine = ({ at, field, reason }: Remark) => ({ line: Number(at), field, reason });

/** @throws Problem if all lines were rejected, so that a pipeline notices without reading the answer */
function answer(response: ImportResponse): ImportResponse {
  const { publishers, software, versions, unchanged, rejected } = response;
  if (rejected === 0 || publishers + software + versions + unchanged > 0) return response;
  const lines = rejected === 1 ? 'The only line was' : `All ${rejected} lines were`;
  throw new Problem('nothing-imported', `${lines} rejected: see rejections.`, [], {}, { ...response });
}

/** Records before the limit stay imported; the rest can be sent in another request. */
function atMost(bytes: number, message: string): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen <= bytes) return done(null, chunk);
      done(new Problem('too-large', message.replace('%', String(bytes))));
    },
  });
}

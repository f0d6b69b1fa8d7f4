import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { encodingFor } from '../endpoint/encoding';
import type { Unsent } from './unsent';

/** Characters; less than that is one or two packets in any case. */
export const COMPRESSED_FROM = 2_000;

const compress = promisify(gzip);

export const acceptsGzip = (request: Request): boolean => encodingFor(request, { gzip: true }) !== null;

/**
 * Ends an answer with its text as gzip, made beside the event loop. Only reads are compressed: what creates a secret shows it beside what the
 * caller sent, whose length would tell about it (BREACH).
 * @throws Problem 503 when it is large and there is no room for it
 */
export async function endCompressed(response: Response, text: string, unsent: Unsent): Promise<void> {
  if (response.req.method === 'HEAD') return void response.setHeader('Content-Encoding', 'gzip').end();
  const body = Buffer.from(text);
  const done = unsent.hold(response, body.length);
  const compressed = await compress(body, { level: constants.Z_BEST_SPEED });
  done();
  if (!response.destroyed) response.setHeader('Content-Encoding', 'gzip').end(compressed);
}

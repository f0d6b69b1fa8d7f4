import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';
import type { OutgoingAnswer } from '../outgoing-http/http-port';
import { SourceError } from './source-error';

type Decompress = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

/** By the names of RFC 9110, section 8.4.1. */
const DECOMPRESS: Record<string, Decompress> = {
  gzip: promisify(unzip) as Decompress,
  deflate: promisify(unzip) as Decompress,
  br: promisify(brotliDecompress) as Decompress,
};

/** The content coding of a response: some servers compress although `identity` is requested. Other values of the header mean nothing. */
export function codingOf(headers: OutgoingAnswer['headers']): string | null {
  const value = headers['content-encoding'];
  if (value === undefined) return null;
  const codings = /\b(gzip|deflate|br|zstd|compress)\b/g;
  return String(value).toLowerCase().match(codings)?.join(', ') ?? null;
}

/**
 * @param max bytes of the result
 * @throws SourceError
 */
export async function decompressed(bytes: Buffer, coding: string, max: number): Promise<Buffer> {
  // Some servers send the header with everything, compressed or not.
  if (bytes.length === 0 || (coding === 'gzip' && bytes.toString('hex', 0, 2) !== '1f8b')) return bytes;
  const decompress = DECOMPRESS[coding];
  if (!decompress) throw unreadable(coding);
  try {
    return await decompress(bytes, { maxOutputLength: max });
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_BUFFER_TOO_LARGE') throw unreadable(coding);
    throw new SourceError(`The response is longer than ${max / 1024 / 1024} MB`, null, 'size');
  }
}

const unreadable = (coding: string) =>
  new SourceError(`The response is compressed (${coding}) and cannot be decompressed`, null, 'format');

import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';
import type { OutgoingAnswer } from '../../common/outgoing-http/outgoing-http';
import { SourceError } from './source';

type Unpack = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

/** By the names of RFC 9110, section 8.4.1. */
const UNPACK: Record<string, Unpack> = {
  gzip: promisify(unzip) as Unpack,
  deflate: promisify(unzip) as Unpack,
  br: promisify(brotliDecompress) as Unpack,
};

/**
 * How an answer is packed although it was asked not to be, as files are that are stored so; null when it is not. Servers write other things
 * there as well, which are no coding.
 */
export function codingOf(headers: OutgoingAnswer['headers']): string | null {
  const value = headers['content-encoding'];
  if (value === undefined) return null;
  const codings = /\b(gzip|deflate|br|zstd|compress)\b/g;
  return String(value).toLowerCase().match(codings)?.join(', ') ?? null;
}

/**
 * @param max bytes that may come out of it
 * @throws SourceError
 */
export async function unpacked(bytes: Buffer, coding: string, max: number): Promise<Buffer> {
  // Some servers say so of all that they have.
  if (bytes.length === 0 || (coding === 'gzip' && bytes.toString('hex', 0, 2) !== '1f8b')) return bytes;
  const unpack = UNPACK[coding];
  if (!unpack) throw unreadable(coding);
  try {
    return await unpack(bytes, { maxOutputLength: max });
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_BUFFER_TOO_LARGE') throw unreadable(coding);
    throw new SourceError(`The answer is longer than ${max / 1024 / 1024} MB`, null, 'size');
  }
}

function unreadable(coding: string): SourceError {
  const message = `The answer is compressed (${coding}), though it was asked not to be, and cannot be unpacked`;
  return new SourceError(message, null, 'format');
}

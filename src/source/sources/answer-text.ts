import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { SourceError } from './source';

/** Bytes at the beginning of a document in which it may say what charset it is in (HTML, section 4.2.5.4). */
const HEAD = 1_024;
const UTF_8 = /^utf-?8$/i;
const OF_TYPE = /;\s*charset\s*=\s*["']?([^\s"';,]+)/i;
const OF_XML = /^\s*<\?xml\s[^>]*\bencoding\s*=\s*["']([^"']+)/;
const OF_HTML = /<meta\s[^>]*\bcharset\s*=\s*["']?([^\s"'/>;]+)/i;

/**
 * The text of an answer, without a byte order mark: in the charset that the mark says, or its `Content-Type`, or itself; else UTF-8.
 * @throws SourceError when the charset is not known
 */
export function answerText(bytes: Buffer, contentType: string | null): string {
  const mark = bytes.toString('hex', 0, 3);
  if (mark === 'efbbbf') return bytes.toString('utf8', 3);
  if (mark.startsWith('feff')) return new TextDecoder('utf-16be').decode(bytes);
  if (mark.startsWith('fffe')) return new TextDecoder('utf-16le').decode(bytes);
  const charset = OF_TYPE.exec(contentType ?? '')?.[1] ?? ownCharset(bytes, contentType);
  return charset === null || UTF_8.test(charset) ? bytes.toString('utf8') : decoded(bytes, charset);
}

/** By the declaration of XML, or a `meta` element of HTML. */
function ownCharset(bytes: Buffer, contentType: string | null): string | null {
  const head = bytes.toString('latin1', 0, HEAD);
  const charset = OF_XML.exec(head)?.[1] ?? (/html/i.test(contentType ?? '') ? OF_HTML.exec(head)?.[1] : undefined);
  // What could be read until here has one byte for a character.
  return charset === undefined || /^utf-?16/i.test(charset) ? null : charset;
}

function decoded(bytes: Buffer, charset: string): string {
  const decoder = decoderFor(charset);
  // Many a server says Latin-1 of all that it has, or a name that is none: what is UTF-8 by its bytes is UTF-8 then.
  if ((decoder === null || decoder.encoding === 'windows-1252') && isUtf8(bytes)) return bytes.toString('utf8');
  if (decoder) return decoder.decode(bytes);
  const name = /^[\w.:+-]{1,40}$/.test(charset) ? ` (${charset})` : '';
  throw new SourceError(`The answer is in a charset that is not known${name}`, null, 'format');
}

function decoderFor(charset: string): TextDecoder | null {
  try {
    return new TextDecoder(charset);
  } catch {
    return null;
  }
}

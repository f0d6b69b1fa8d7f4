import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { SourceError } from './source-error';

/** Bytes at the beginning of a document that may declare its charset (HTML, section 4.2.5.4). */
const HEAD = 1_024;
const UTF_8 = /^utf-?8$/i;
const IN_CONTENT_TYPE = /;\s*charset\s*=\s*["']?([^\s"';,]+)/i;
const IN_XML = /^\s*<\?xml\s[^>]*\bencoding\s*=\s*["']([^"']+)/;
const IN_HTML = /<meta\s[^<>]*\bcharset\s*=\s*["']?([^\s"'/>;]+)/i;

/**
 * The text of a response without its byte order mark. The charset is that of the mark, else of `Content-Type`, else of the document's
 * own declaration, else UTF-8.
 * @throws SourceError when the charset is unknown
 */
export function responseText(bytes: Buffer, contentType: string | null): string {
  const mark = bytes.toString('hex', 0, 3);
  if (mark === 'efbbbf') return bytes.toString('utf8', 3);
  if (mark.startsWith('feff')) return new TextDecoder('utf-16be').decode(bytes);
  if (mark.startsWith('fffe')) return new TextDecoder('utf-16le').decode(bytes);
  const charset = IN_CONTENT_TYPE.exec(contentType ?? '')?.[1] ?? declaredCharset(bytes, contentType);
  return charset === null || UTF_8.test(charset) ? bytes.toString('utf8') : decoded(bytes, charset);
}

function declaredCharset(bytes: Buffer, contentType: string | null): string | null {
  const head = bytes.toString('latin1', 0, HEAD);
  const charset = IN_XML.exec(head)?.[1] ?? (/html/i.test(contentType ?? '') ? IN_HTML.exec(head)?.[1] : undefined);
  // A declaration that could be read byte by byte is not in UTF-16, whatever it says.
  return charset === undefined || /^utf-?16/i.test(charset) ? null : charset;
}

function decoded(bytes: Buffer, charset: string): string {
  const decoder = decoderFor(charset);
  // Many servers declare Latin-1, or nonsense, for everything: bytes that are valid UTF-8 are read as UTF-8.
  if ((decoder === null || decoder.encoding === 'windows-1252') && isUtf8(bytes)) return bytes.toString('utf8');
  if (decoder) return decoder.encoding === 'windows-1252' ? windows1252(bytes) : decoder.decode(bytes);
  const name = /^[\w.:+-]{1,40}$/.test(charset) ? ` (${charset})` : '';
  throw new SourceError(`The response has an unknown charset${name}`, null, 'format');
}

/** Of the bytes 80 to 9F; Node 20 has control characters there. https://encoding.spec.whatwg.org/index-windows-1252.txt */
const QUOTES_AND_DASHES = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const windows1252 = (bytes: Buffer) =>
  bytes.toString('latin1').replace(/[\x80-\x9f]/g, (byte) => QUOTES_AND_DASHES[byte.charCodeAt(0) - 0x80]!);

function decoderFor(charset: string): TextDecoder | null {
  try {
    return new TextDecoder(charset);
  } catch {
    return null;
  }
}

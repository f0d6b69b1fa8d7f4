import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

const TAG_BYTES = 32;

/**
 * Signs what a link says, so that nothing has to be stored for it: an HMAC-SHA256 (RFC 2104) of 256 bits, with a key of its own out
 * of SECRET_KEY (HKDF, RFC 5869). A guessed token is refused before the database is asked.
 */
export class TokenSigner {
  private readonly key: Buffer;

  /** @param label what the key is for: a token of another label, or of another purpose under the same one, does not open */
  constructor(secretKey: string, label: string) {
    this.key = Buffer.from(hkdfSync('sha256', secretKey, '', label, 32));
  }

  /** @returns base64url of the body and its tag */
  sign(purpose: string, body: Buffer): string {
    return Buffer.concat([body, this.tag(purpose, body)]).toString('base64url');
  }

  /** The body that was signed for this purpose; null for anything else. */
  open(purpose: string, token: string, bodyBytes: number): Buffer | null {
    if (token.length !== Math.ceil(((bodyBytes + TAG_BYTES) * 8) / 6)) return null;
    const bytes = Buffer.from(token, 'base64url');
    // The last character has bits to spare, and what is not base64url is skipped: one token, one text.
    if (bytes.toString('base64url') !== token) return null;
    const body = bytes.subarray(0, bodyBytes);
    return timingSafeEqual(bytes.subarray(bodyBytes), this.tag(purpose, body)) ? body : null;
  }

  /** A keyed hash of a text: 32 bytes. */
  digest(purpose: string, text: string): Buffer {
    return createHmac('sha256', this.key).update(`${purpose}\n${text}`).digest();
  }

  private tag(purpose: string, body: Buffer): Buffer {
    return createHmac('sha256', this.key).update(`${purpose}\n`).update(body).digest();
  }
}

import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config/config';

const TAG_BYTES = 32;

/**
 * Signs the content of links, so that nothing has to be stored for them: HMAC-SHA256 (RFC 2104) with a key derived from SECRET_KEY (HKDF,
 * RFC 5869). A guessed token is refused without a query.
 */
export class TokenSigner {
  /** The first one signs; all of them verify. */
  private readonly keys: Buffer[];

  /**
   * Links that were signed with a key of SECRET_KEY_OLD stay valid.
   * @param label the use of the keys: a token of another label, or of another purpose under the same label, is invalid
   */
  constructor({ secretKey, secretKeyOld }: Pick<Config, 'secretKey' | 'secretKeyOld'>, label: string) {
    this.keys = [secretKey, ...secretKeyOld].map((secret) => Buffer.from(hkdfSync('sha256', secret, '', label, 32)));
  }

  /** @returns base64url of the body and its tag */
  sign(purpose: string, body: Buffer): string {
    return Buffer.concat([body, tag(this.keys[0]!, purpose, body)]).toString('base64url');
  }

  /** The body that was signed for this purpose; null for anything else. */
  open(purpose: string, token: string, bodyBytes: number): Buffer | null {
    if (token.length !== Math.ceil(((bodyBytes + TAG_BYTES) * 8) / 6)) return null;
    const bytes = Buffer.from(token, 'base64url');
    // The last character has spare bits, and the decoder skips other characters: accept only one text for a token.
    if (bytes.toString('base64url') !== token) return null;
    const body = bytes.subarray(0, bodyBytes);
    const given = bytes.subarray(bodyBytes);
    return this.keys.some((key) => timingSafeEqual(given, tag(key, purpose, body))) ? body : null;
  }

  /** A keyed hash of a text: 32 bytes. */
  digest(purpose: string, text: string): Buffer {
    return this.digests(purpose, text)[0]!;
  }

  /** One digest for each key, to find rows that were stored under an older one. */
  digests(purpose: string, text: string): Buffer[] {
    return this.keys.map((key) => createHmac('sha256', key).update(`${purpose}\n${text}`).digest());
  }
}

const tag = (key: Buffer, purpose: string, body: Buffer) =>
  createHmac('sha256', key).update(`${purpose}\n`).update(body).digest();

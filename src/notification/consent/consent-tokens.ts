import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { parse as parseUuid, stringify as formatUuid } from 'uuid';
import { Config } from '../../config/config';

export type Purpose = 'confirm' | 'unsubscribe';

/** What a genuine token says. */
export interface ConsentClaim {
  channelId: string;
  /** Seconds since 1970 until which it works; 0 = without an end. */
  expires: number;
  /** Of the address that it was sent to; `ConsentTokens.isFor` compares it. */
  addressDigest: Buffer;
}

const UUID_BYTES = 16;
const EXPIRY_BYTES = 6;
const DIGEST_BYTES = 16;
const TAG_BYTES = 32;
const BODY_BYTES = UUID_BYTES + EXPIRY_BYTES + DIGEST_BYTES;
const TOKEN = new RegExp(`^[A-Za-z0-9_-]{${Math.ceil(((BODY_BYTES + TAG_BYTES) * 8) / 6)}}$`);

/**
 * The tokens in the links of mails. Nothing is stored for them: a token is channel, expiry and digest of the address under an
 * HMAC-SHA256 (RFC 2104) of 256 bits, with a key of its own out of SECRET_KEY (HKDF, RFC 5869). So a guessed one is refused
 * before the database is asked, and one that was sent to another address does not fit.
 */
@Injectable()
export class ConsentTokens {
  private readonly key: Buffer;

  constructor(config: Config) {
    this.key = Buffer.from(hkdfSync('sha256', config.secretKey, '', 'mail-consent v1', 32));
  }

  /** @returns 94 characters of base64url */
  make(purpose: Purpose, channelId: string, address: string, expires = 0): string {
    const body = Buffer.alloc(BODY_BYTES);
    body.set(parseUuid(channelId), 0);
    body.writeUIntBE(expires, UUID_BYTES, EXPIRY_BYTES);
    body.set(this.digest(address), UUID_BYTES + EXPIRY_BYTES);
    return Buffer.concat([body, this.tag(purpose, body)]).toString('base64url');
  }

  /** null unless this service made it, for this purpose. Whether it has expired is the caller's to say. */
  read(purpose: Purpose, token: string): ConsentClaim | null {
    if (!TOKEN.test(token)) return null;
    const bytes = Buffer.from(token, 'base64url');
    // The last character has bits to spare: one token, one text.
    if (bytes.toString('base64url') !== token) return null;
    const body = bytes.subarray(0, BODY_BYTES);
    if (!timingSafeEqual(bytes.subarray(BODY_BYTES), this.tag(purpose, body))) return null;
    return {
      channelId: formatUuid(body.subarray(0, UUID_BYTES)),
      expires: body.readUIntBE(UUID_BYTES, EXPIRY_BYTES),
      addressDigest: body.subarray(UUID_BYTES + EXPIRY_BYTES),
    };
  }

  isFor(claim: ConsentClaim, address: string): boolean {
    return timingSafeEqual(claim.addressDigest, this.digest(address));
  }

  /**
   * What the limits count an address by: letters of either size and what follows a `+` reach the same mailbox with most providers,
   * so they would make many addresses of one.
   * @returns 64 hexadecimal digits
   */
  addressKey(address: string): string {
    const at = address.lastIndexOf('@');
    const mailbox = address.slice(0, at).replace(/(?<=.)\+.*$/, '') + address.slice(at);
    return createHmac('sha256', this.key).update(`limit\n${mailbox.toLowerCase()}`).digest('hex');
  }

  private digest(address: string): Buffer {
    return createHmac('sha256', this.key).update(`address\n${address}`).digest().subarray(0, DIGEST_BYTES);
  }

  private tag(purpose: Purpose, body: Buffer): Buffer {
    return createHmac('sha256', this.key).update(`${purpose}\n`).update(body).digest();
  }
}

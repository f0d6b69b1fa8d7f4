import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { parse as parseUuid, stringify as formatUuid } from 'uuid';
import { TokenSigner } from '../../common/token-signer';
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
const BODY_BYTES = UUID_BYTES + EXPIRY_BYTES + DIGEST_BYTES;

/**
 * The tokens in the links of mails. Nothing is stored for them: a token is channel, expiry and digest of the address, signed. So one
 * that was sent to another address does not fit.
 */
@Injectable()
export class ConsentTokens {
  private readonly signer: TokenSigner;

  constructor(config: Config) {
    this.signer = new TokenSigner(config, 'mail-consent v1');
  }

  /** @returns 94 characters of base64url */
  make(purpose: Purpose, channelId: string, address: string, expires = 0): string {
    const body = Buffer.alloc(BODY_BYTES);
    body.set(parseUuid(channelId), 0);
    body.writeUIntBE(expires, UUID_BYTES, EXPIRY_BYTES);
    body.set(this.digest(address), UUID_BYTES + EXPIRY_BYTES);
    return this.signer.sign(purpose, body);
  }

  /** null unless this service made it, for this purpose. Whether it has expired is the caller's to say. */
  read(purpose: Purpose, token: string): ConsentClaim | null {
    const body = this.signer.open(purpose, token, BODY_BYTES);
    if (!body) return null;
    return {
      channelId: formatUuid(body.subarray(0, UUID_BYTES)),
      expires: body.readUIntBE(UUID_BYTES, EXPIRY_BYTES),
      addressDigest: body.subarray(UUID_BYTES + EXPIRY_BYTES),
    };
  }

  isFor(claim: ConsentClaim, address: string): boolean {
    const digests = this.signer.digests('address', address);
    return digests.some((digest) => timingSafeEqual(claim.addressDigest, digest.subarray(0, DIGEST_BYTES)));
  }

  /**
   * Tells the address of a mail from another one, in what a queued mail keeps of it.
   * @returns 64 hexadecimal digits
   */
  addressKey(address: string): string {
    return this.signer.digest('limit', withoutTag(address).toLowerCase()).toString('hex');
  }

  /**
   * What the limits count an address by: of all spellings that reach the same mailbox there is one.
   * @returns 64 hexadecimal digits
   */
  mailboxKey(address: string): string {
    return this.signer.digest('mailbox', mailboxOf(address)).toString('hex');
  }

  private digest(address: string): Buffer {
    return this.signer.digest('address', address).subarray(0, DIGEST_BYTES);
  }
}

/** These ignore dots before the `@`: https://support.google.com/mail/answer/7436150 */
const GMAIL = ['gmail.com', 'googlemail.com'];

/**
 * One spelling for a mailbox: lower case, without the tag behind a `+` (most providers deliver it to the same mailbox), and with Gmail
 * without dots. For counting only; mail goes to the address as it was entered.
 */
export function mailboxOf(address: string): string {
  const folded = withoutTag(address).toLowerCase();
  const at = folded.lastIndexOf('@');
  if (!GMAIL.includes(folded.slice(at + 1))) return folded;
  return `${folded.slice(0, at).replaceAll('.', '')}@${GMAIL[0]}`;
}

function withoutTag(address: string): string {
  const at = address.lastIndexOf('@');
  return address.slice(0, at).replace(/(?<=.)\+.*$/, '') + address.slice(at);
}

import { Injectable } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import { parse as parseUuid, stringify as formatUuid } from 'uuid';
import { Links } from '../../api/endpoint/links';
import { TokenSigner } from '../../common/token-signer';
import { Config } from '../../config/config';
import { type UtcTimestamp, toApiTimestamp } from '../../common/time/utc-timestamp';

type Purpose = 'confirm' | 'unsubscribe';

/** The content of a valid token. */
export interface ConsentClaim {
  channelId: string;
  /** When it expires, in seconds since 1970; 0 = never. */
  expires: number;
  /** Digest of the address that it was sent to: see `ConsentLinks.isFor`. */
  addressDigest: Buffer;
}

const UUID_BYTES = 16;
const EXPIRY_BYTES = 6;
const DIGEST_BYTES = 16;
const CONSENT_BYTES = UUID_BYTES + EXPIRY_BYTES + DIGEST_BYTES;

/**
 * The links in mails by which the owner of an address gives or withdraws consent, without a login. Their tokens are a signed triple of channel,
 * expiry and digest of the address, so nothing is stored, and a token for another address is not accepted.
 */
@Injectable()
export class ConsentLinks {
  private readonly signer: TokenSigner;
  private readonly links: Links;

  constructor(config: Config) {
    this.signer = new TokenSigner(config, 'mail-consent v1');
    this.links = Links.withoutRequest(config);
  }

  /** Shown in the mail, so that strangers see who requested it. */
  get origin(): string {
    return this.links.origin;
  }

  /** @param expires seconds since 1970 */
  confirm(channelId: string, address: string, expires: number): string {
    return this.links.confirm(this.make('confirm', channelId, address, expires));
  }

  unsubscribe(channelId: string, address: string): string {
    return this.links.unsubscribe(this.make('unsubscribe', channelId, address));
  }

  /** @returns 94 characters of base64url */
  make(purpose: Purpose, channelId: string, address: string, expires = 0): string {
    const body = Buffer.alloc(CONSENT_BYTES);
    body.set(parseUuid(channelId), 0);
    body.writeUIntBE(expires, UUID_BYTES, EXPIRY_BYTES);
    body.set(this.digest(address), UUID_BYTES + EXPIRY_BYTES);
    return this.signer.sign(purpose, body);
  }

  /** Null unless this service signed it for this purpose. The caller checks whether it has expired. */
  read(purpose: Purpose, token: string): ConsentClaim | null {
    const body = this.signer.open(purpose, token, CONSENT_BYTES);
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
   * Identifies the address of a queued mail.
   * @returns 64 hexadecimal digits
   */
  addressKey(address: string): string {
    return this.signer.digest('limit', withoutTag(address).toLowerCase()).toString('hex');
  }

  /**
   * Identifies a mailbox, however its address is spelled: limits count by it.
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
 * One spelling for a mailbox: lower case, without the `+` tag (most providers deliver it to the same mailbox), and without dots for Gmail.
 * For counting only; mail is sent to the address as it was entered.
 */
export function mailboxOf(address: string): string {
  const folded = withoutTag(address).toLowerCase();
  const at = folded.lastIndexOf('@');
  if (!GMAIL.includes(folded.slice(at + 1))) return folded;
  return `${folded.slice(0, at).replaceAll('.', '')}@${GMAIL[0]}`;
}

function withoutTag(address: string): string {
  const at = address.lastIndexOf('@');
  return address.slice(0, at).replace(/^(.[^+]*)\+.*$/, '$1') + address.slice(at);
}

/** The content of a valid link: the update of a favorite to a version. */
export interface ManageClaim {
  favoriteId: string;
  versionId: string;
  /** When it expires, in seconds since 1970. */
  expires: number;
}

/** Seconds. */
const LIFETIME = 90 * 86_400;
const PURPOSE = 'update';
const MANAGE_BYTES = 2 * UUID_BYTES + EXPIRY_BYTES;

/**
 * The links in messages by which an update can be skipped or snoozed without a login. A token is a signed triple of favorite, version and expiry,
 * so nothing is stored.
 */
@Injectable()
export class ManageLinks {
  private readonly links: Links;
  private readonly signer: TokenSigner;
  private readonly enabled: boolean;

  constructor(config: Config) {
    this.links = Links.withoutRequest(config);
    this.signer = new TokenSigner(config, 'manage-update v1');
    this.enabled = config.manageLinks;
  }

  /**
   * Null when the operator has disabled these links. The same link on every attempt.
   * @param notifiedAt when the update was found; the link expires 90 days later
   */
  make(favoriteId: string, versionId: string, notifiedAt: UtcTimestamp): string | null {
    if (!this.enabled) return null;
    const body = Buffer.alloc(MANAGE_BYTES);
    body.set(parseUuid(favoriteId), 0);
    body.set(parseUuid(versionId), UUID_BYTES);
    const found = Math.floor(Date.parse(toApiTimestamp(notifiedAt)) / 1_000);
    body.writeUIntBE(found + LIFETIME, 2 * UUID_BYTES, EXPIRY_BYTES);
    return this.links.manage(this.signer.sign(PURPOSE, body));
  }

  /** Null unless this service signed it and these links are enabled. The caller checks whether it has expired. */
  read(token: string): ManageClaim | null {
    const body = this.enabled ? this.signer.open(PURPOSE, token, MANAGE_BYTES) : null;
    if (!body) return null;
    return {
      favoriteId: formatUuid(body.subarray(0, UUID_BYTES)),
      versionId: formatUuid(body.subarray(UUID_BYTES, 2 * UUID_BYTES)),
      expires: body.readUIntBE(2 * UUID_BYTES, EXPIRY_BYTES),
    };
  }
}

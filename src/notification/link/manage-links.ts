import { Injectable } from '@nestjs/common';
import { parse as parseUuid, stringify as formatUuid } from 'uuid';
import { Links } from '../../api/endpoint/links';
import { type UtcTimestamp, toApiTimestamp } from '../../common/time/utc-timestamp';
import { TokenSigner } from '../../common/token-signer';
import { Config } from '../../config/config';

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
const UUID_BYTES = 16;
const EXPIRY_BYTES = 6;
const BODY_BYTES = 2 * UUID_BYTES + EXPIRY_BYTES;

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
    const body = Buffer.alloc(BODY_BYTES);
    body.set(parseUuid(favoriteId), 0);
    body.set(parseUuid(versionId), UUID_BYTES);
    const found = Math.floor(Date.parse(toApiTimestamp(notifiedAt)) / 1_000);
    body.writeUIntBE(found + LIFETIME, 2 * UUID_BYTES, EXPIRY_BYTES);
    return this.links.manage(this.signer.sign(PURPOSE, body));
  }

  /** Null unless this service signed it and these links are enabled. The caller checks whether it has expired. */
  read(token: string): ManageClaim | null {
    const body = this.enabled ? this.signer.open(PURPOSE, token, BODY_BYTES) : null;
    if (!body) return null;
    return {
      favoriteId: formatUuid(body.subarray(0, UUID_BYTES)),
      versionId: formatUuid(body.subarray(UUID_BYTES, 2 * UUID_BYTES)),
      expires: body.readUIntBE(2 * UUID_BYTES, EXPIRY_BYTES),
    };
  }
}

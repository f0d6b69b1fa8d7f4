import { Injectable } from '@nestjs/common';
import { parse as parseUuid, stringify as formatUuid } from 'uuid';
import { Links } from '../../common/api/links';
import { type Moment, toApiMoment } from '../../common/moment';
import { TokenSigner } from '../../common/token-signer';
import { Config } from '../../config/config';

/** What a genuine link says: the update of this favorite to this version. */
export interface ManageClaim {
  favoriteId: string;
  versionId: string;
  /** Seconds since 1970 until which it works. */
  expires: number;
}

const WORKS_FOR = 90 * 86_400;
const PURPOSE = 'update';
const UUID_BYTES = 16;
const EXPIRY_BYTES = 6;
const BODY_BYTES = 2 * UUID_BYTES + EXPIRY_BYTES;

/**
 * The links with which whoever has a message may skip or snooze the update that it tells of, without a login. Nothing is stored for
 * them: the token is favorite, version and expiry, signed.
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
   * null when the operator wants no such links.
   * @param notifiedAt when the update was noticed: 90 days after it the link ends. The same link on every attempt.
   */
  make(favoriteId: string, versionId: string, notifiedAt: Moment): string | null {
    if (!this.enabled) return null;
    const body = Buffer.alloc(BODY_BYTES);
    body.set(parseUuid(favoriteId), 0);
    body.set(parseUuid(versionId), UUID_BYTES);
    const noticed = Math.floor(Date.parse(toApiMoment(notifiedAt)) / 1_000);
    body.writeUIntBE(noticed + WORKS_FOR, 2 * UUID_BYTES, EXPIRY_BYTES);
    return this.links.manage(this.signer.sign(PURPOSE, body));
  }

  /** null unless this service made it, and the operator wants such links. Whether it has expired is the caller's to say. */
  read(token: string): ManageClaim | null {
    const body = this.enabled ? this.signer.open(PURPOSE, token, BODY_BYTES) : null;
    if (!body) return null;
    return {
      favoriteId: formatUuid(body.subarray(0, UUID_BYTES)),
      versionId: formatUuid(body.subarray(UUID_BYTES, 2 * UUID_BYTES)),
      expires: body.readUIntBE(2 * UUID_BYTES, EXPIRY_BYTES),
    };
  }

  /** Addresses of the API, to name in a page. */
  favorite(id: string): string {
    return this.links.favorite(id);
  }
}

import { Injectable } from '@nestjs/common';
import { Links } from '../../common/api/links';
import { Config } from '../../config/config';
import { ConsentTokens } from './consent-tokens';

/** The links by which the owner of an address gives or withdraws consent, without a login. */
@Injectable()
export class ConsentLinks {
  /** Shown in the mail, so that strangers see who requested it. */
  readonly origin: string;
  private readonly links: Links;

  constructor(
    config: Config,
    private readonly tokens: ConsentTokens,
  ) {
    this.links = Links.withoutRequest(config);
    this.origin = this.links.origin;
  }

  /** @param expires seconds since 1970 */
  confirm(channelId: string, address: string, expires: number): string {
    return this.links.confirm(this.tokens.make('confirm', channelId, address, expires));
  }

  unsubscribe(channelId: string, address: string): string {
    return this.links.unsubscribe(this.tokens.make('unsubscribe', channelId, address));
  }
}

import { Injectable } from '@nestjs/common';
import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { type Prepared, withCheckedAddress } from '../../common/settings/settings';
import { Channel } from './channel';

/** A channel that sends over HTTP, to the `url` that its settings have, or to a `server`. */
@Injectable()
export abstract class HttpChannel<S extends object> extends Channel<S> {
  readonly retryProfile = 'http';

  constructor(protected readonly http: OutgoingHttp) {
    super();
  }

  override prepare(settings: S): Prepared<S> {
    return withCheckedAddress(this.http, settings);
  }
}

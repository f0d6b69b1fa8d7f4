import { Injectable } from '@nestjs/common';
import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { type Prepared, withCheckedAddress } from '../../common/settings/settings';
import { Config } from '../../config/config';
import { Source } from './source';

/** A source whose settings name where it asks: `server`, below which paths are, or a whole `url`. */
@Injectable()
export abstract class AddressedSource<S extends object> extends Source<S> {
  constructor(
    protected readonly http: OutgoingHttp,
    protected readonly config: Config,
  ) {
    super();
  }

  override prepare(settings: S): Prepared<S> {
    return withCheckedAddress(this.http, settings);
  }
}

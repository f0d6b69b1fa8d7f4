import { Injectable } from '@nestjs/common';
import { TypeRegistry } from '../../common/plugin/type-registry';
import type { Channel } from './channel';

/** The types of channels. */
@Injectable()
export class ChannelRegistry extends TypeRegistry<Channel> {
  protected readonly part = 'channel';
}

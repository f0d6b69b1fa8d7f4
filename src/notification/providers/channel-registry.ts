import { Inject, Injectable } from '@nestjs/common';
import type { Channel } from './channel';

/** Injection token of the list of all channels. */
export const CHANNELS = Symbol('CHANNELS');

/** The channels by their type. */
@Injectable()
export class ChannelRegistry {
  private readonly byType: ReadonlyMap<string, Channel>;

  /** @throws Error when two channels have the same type */
  constructor(@Inject(CHANNELS) channels: Channel[]) {
    this.byType = new Map(channels.map((channel) => [channel.type, channel]));
    if (this.byType.size !== channels.length) throw new Error('Two notification channels have the same type');
  }

  /** Undefined for a type that only another version knows. */
  get(type: string): Channel | undefined {
    return this.byType.get(type);
  }

  /** In the order of the list. */
  all(): Channel[] {
    return [...this.byType.values()];
  }
}

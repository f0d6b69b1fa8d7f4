import { Injectable, Optional } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { discover } from '../../common/plugin/discover';
import { byType, Plugins } from '../../common/plugin/plugins';
import type { Channel } from './channel';

/** The channels by their type: the providers that are marked, then those of plug-ins. */
@Injectable()
export class ChannelRegistry {
  /** Made when it is asked for first: when the registry is made, the channels may not be. */
  private byType: ReadonlyMap<string, Channel> | null = null;

  constructor(
    private readonly discovery: DiscoveryService,
    @Optional() private readonly plugins?: Plugins,
  ) {}

  /** Undefined for a type that only another version knows, or a plug-in that is not here. */
  get(type: string): Channel | undefined {
    return this.types().get(type);
  }

  /** In the order of `index.ts`, those of plug-ins last. @throws StartError when two have the same type */
  all(): Channel[] {
    return [...this.types().values()];
  }

  private types(): ReadonlyMap<string, Channel> {
    return (this.byType ??= byType('notification channel', [
      ...discover<Channel>(this.discovery, 'channel'),
      ...(this.plugins?.loaded ?? []).flatMap(({ channels }) => channels as Channel[]),
    ]));
  }
}

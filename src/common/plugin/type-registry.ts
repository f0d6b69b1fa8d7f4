import { Injectable, Optional } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { discover } from './discover';
import type { PluginPart } from './marks';
import { byType, Plugins, type Typed } from './plugins';

/** What people call the types. */
const NAMES = { channel: 'notification channel', source: 'source' } as const satisfies Record<PluginPart, string>;
const LISTS = { channel: 'channels', source: 'sources' } as const satisfies Record<PluginPart, string>;

/** Channels, or sources, by their type: the providers that are marked, then those of plug-ins. */
@Injectable()
export abstract class TypeRegistry<T extends Typed> {
  protected abstract readonly part: PluginPart;
  /** Made when it is asked for first: when the registry is made, the types may not be. */
  private made: ReadonlyMap<string, T> | null = null;

  constructor(
    private readonly discovery: DiscoveryService,
    @Optional() private readonly plugins?: Plugins,
  ) {}

  /** Undefined for a type that only another version of the service knows, or a plug-in that is not here. */
  get(type: string): T | undefined {
    return this.types().get(type);
  }

  /** In the order of `index.ts`, those of plug-ins last. @throws StartError when two have the same type */
  all(): T[] {
    return [...this.types().values()];
  }

  private types(): ReadonlyMap<string, T> {
    return (this.made ??= byType(NAMES[this.part], [
      ...discover<T>(this.discovery, this.part),
      ...(this.plugins?.loaded ?? []).flatMap(
        (plugin) => plugin[LISTS[this.part]] as readonly { type: string }[] as T[],
      ),
    ]));
  }
}

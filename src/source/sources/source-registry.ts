import { Injectable, Optional } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { discover } from '../../common/plugin/discover';
import { byType, Plugins } from '../../common/plugin/plugins';
import { SettingsError } from '../../common/settings/settings';
import type { Source } from './source';

/** The sources by type: the providers that are marked, then those of plug-ins. */
@Injectable()
export class SourceRegistry {
  /** Made when it is asked for first: when the registry is made, the sources may not be. */
  private byType: ReadonlyMap<string, Source> | null = null;

  constructor(
    private readonly discovery: DiscoveryService,
    @Optional() private readonly plugins?: Plugins,
  ) {}

  /** Undefined for a type that only a newer version of the service knows, or a plug-in that is not here. */
  get(type: string): Source | undefined {
    return this.types().get(type);
  }

  /** @throws SettingsError naming `type` */
  require(type: string): Source {
    const source = this.get(type);
    if (source) return source;
    throw new SettingsError([{ field: 'type', message: `must be one of ${[...this.types().keys()].join(', ')}` }]);
  }

  /** In the order of `index.ts`, those of plug-ins last. @throws StartError when two have the same type */
  all(): Source[] {
    return [...this.types().values()];
  }

  private types(): ReadonlyMap<string, Source> {
    return (this.byType ??= byType('source', [
      ...discover<Source>(this.discovery, 'source'),
      ...(this.plugins?.loaded ?? []).flatMap(({ sources }) => sources as Source[]),
    ]));
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { SettingsError } from '../../common/settings/settings';
import type { Source } from './source';

/** Injection token of the instances of all sources. */
export const SOURCES = Symbol('SOURCES');

/** The sources by type. */
@Injectable()
export class SourceRegistry {
  private readonly byType: ReadonlyMap<string, Source>;

  /** @throws Error when two sources have the same type */
  constructor(@Inject(SOURCES) sources: Source[]) {
    this.byType = new Map(sources.map((source) => [source.type, source]));
    if (this.byType.size !== sources.length) throw new Error('Two sources have the same type');
  }

  /** Undefined for a type that only a newer version of the service knows. */
  get(type: string): Source | undefined {
    return this.byType.get(type);
  }

  /** @throws SettingsError naming `type` */
  require(type: string): Source {
    const source = this.get(type);
    if (source) return source;
    throw new SettingsError([{ field: 'type', message: `must be one of ${[...this.byType.keys()].join(', ')}` }]);
  }

  /** In the order of the list. */
  all(): Source[] {
    return [...this.byType.values()];
  }
}

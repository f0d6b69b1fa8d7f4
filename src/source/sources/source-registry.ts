import { Inject, Injectable } from '@nestjs/common';
import type { Source } from './source';

/** Injection token of the instances of all sources. */
export const SOURCES = Symbol('SOURCES');

/** The sources by their type. */
@Injectable()
export class SourceRegistry {
  private readonly byType: ReadonlyMap<string, Source>;

  /** @throws Error when two sources claim one type: a mistake of a developer, found at the start */
  constructor(@Inject(SOURCES) sources: Source[]) {
    this.byType = new Map(sources.map((source) => [source.type, source]));
    if (this.byType.size !== sources.length) throw new Error('Two sources have the same type');
  }

  /** Undefined for a type that this version does not know: an older replica leaves such a product alone. */
  get(type: string): Source | undefined {
    return this.byType.get(type);
  }

  /** In the order of the list. */
  all(): Source[] {
    return [...this.byType.values()];
  }
}

import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { StartError } from '../../config/start-error';

/** A plug-in that was loaded, with the parts that it brought. */
export interface LoadedPlugin {
  /** Of the package. */
  name: string;
  version: string;
  /** Types of channels, then of sources. */
  channels: readonly { type: string }[];
  sources: readonly { type: string }[];
  state: PluginState;
  close(): Promise<void>;
}

/** How a plug-in has done in this process. */
export class PluginState {
  /** Calls of it that failed by a fault of its own. */
  failures = 0;
  /** The last call failed so. */
  failing = false;

  ended(failed: boolean): void {
    this.failing = failed;
    if (failed) this.failures++;
  }
}

/** What PLUGINS names. Nothing else of the service knows where a type comes from. */
@Injectable()
export class Plugins implements OnModuleDestroy {
  /** @param closeShared ends what all plug-ins share, after them */
  constructor(
    readonly loaded: readonly LoadedPlugin[] = [],
    private readonly closeShared: () => Promise<void> = () => Promise.resolve(),
  ) {}

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.loaded.map((plugin) => plugin.close()));
    await this.closeShared();
  }
}

export interface Typed {
  readonly type: string;
  /** The package that brought it; null = it is the service's own. */
  readonly plugin: string | null;
}

/**
 * Types by their name, in their order.
 * @throws StartError when two are called the same
 */
export function byType<T extends Typed>(what: PluginPartName, all: readonly T[]): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  for (const one of all) {
    const other = found.get(one.type);
    if (other) throw new StartError(takenText(what, one, other));
    found.set(one.type, one);
  }
  return found;
}

/** For logs and the audit log: nothing where a type is the service's own. */
export const fromPlugin = ({ plugin }: Pick<Typed, 'plugin'>): { plugin?: string } =>
  plugin === null ? {} : { plugin };

type PluginPartName = 'notification channel' | 'source';

function takenText(what: PluginPartName, { type, plugin }: Typed, other: Typed): string {
  if (plugin === null) return `Two types of ${what} are called ${type}.`;
  const by = other.plugin === null ? 'the service itself' : `the plug-in ${other.plugin}`;
  return `The plug-in ${plugin} brings the ${what} ${type}, which ${by} has already. Take one of them out of PLUGINS, or give it another type.`;
}

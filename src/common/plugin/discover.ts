import type { DiscoveryService } from '@nestjs/core';
import { MARKS, type PluginPart } from './marks';

/** The instances of all marked providers, in the order in which modules name them. To be called when they are made. */
export function discover<T extends object>(discovery: DiscoveryService, part: PluginPart): T[] {
  const found = discovery
    .getProviders()
    .filter(({ metatype }) => metatype && Reflect.hasOwnMetadata(MARKS[part], metatype))
    .map(({ instance }) => instance as T);
  return [...new Set(found)];
}

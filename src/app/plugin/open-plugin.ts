import { pathToFileURL } from 'node:url';
import { type DynamicModule, type LoggerService, Module, type Type } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, NestFactory } from '@nestjs/core';
import { HttpPort, type Requester, type UrlChecker } from '../../common/outgoing-http/http-port';
import { discover } from '../../common/plugin/discover';
import type { LoadedPlugin } from '../../common/plugin/plugins';
import type { Channel } from '../../notification/providers/channel';
import type { Source } from '../../source/sources/source';
import { entryOf, type Manifest } from './manifest';
import { PluginCalls } from './plugin-calls';
import { PluginChannel } from './plugin-channel';
import { PluginHttp } from './plugin-http';
import { PluginSource } from './plugin-source';
import { Clock, DeclaredEnvironment, PluginEnvironment, SystemClock } from './ports';

export interface Surroundings {
  http: Requester & UrlChecker;
  /** Of what the plug-in declares; null = not set. */
  environment: ReadonlyMap<string, string | null>;
  logger: LoggerService | false;
}

class PluginRoot {}

/** All that a plug-in may inject. */
@Module({})
class Ports {
  static for({ http, environment }: Surroundings): DynamicModule {
    const providers = [
      { provide: HttpPort, useValue: new PluginHttp(http) },
      { provide: Clock, useClass: SystemClock },
      { provide: PluginEnvironment, useValue: new DeclaredEnvironment(environment) },
    ];
    return { module: Ports, global: true, providers, exports: providers.map(({ provide }) => provide) };
  }
}

/** Values of its environment that are no secret: short ones, and addresses without a password. */
const IN_THE_OPEN = /^(?:.{0,7}|https?:\/\/[^@?]*)$/s;

/** Until it is imported and its parts are made. */
const LONGEST_MS = 60_000;

/**
 * Imports a plug-in and makes its parts, in a container of Nest of its own: nothing of the service is in it but the ports.
 * @throws Error of the plug-in, or one that says what is wrong with a part
 */
export function openPlugin(manifest: Manifest, surroundings: Surroundings): Promise<LoadedPlugin> {
  const values = [...surroundings.environment.values()].filter((value) => value !== null && !IN_THE_OPEN.test(value));
  const calls = new PluginCalls(manifest.name, surroundings.logger, values as string[]);
  return calls.run(LONGEST_MS, () => open(manifest, calls, surroundings));
}

async function open(manifest: Manifest, calls: PluginCalls, surroundings: Surroundings): Promise<LoadedPlugin> {
  const { name, version, homepage: docs } = manifest;
  const module = moduleIn((await import(pathToFileURL(entryOf(manifest)).href)) as object);
  const root: DynamicModule = { module: PluginRoot, imports: [DiscoveryModule, Ports.for(surroundings), module] };
  const context = await NestFactory.createApplicationContext(root, {
    logger: surroundings.logger,
    abortOnError: false,
  });
  const { state } = calls;
  const origin = { calls, docs };
  try {
    const discovery = context.get(DiscoveryService);
    const channels = discover<Channel>(discovery, 'channel').map((own) => new PluginChannel(own, origin));
    const sources = discover<Source>(discovery, 'source').map((own) => new PluginSource(own, origin));
    if (channels.length + sources.length === 0)
      throw new Error('Its module has no provider that is marked with @NotificationChannel() or @ReleaseSource()');
    return { name, version, channels, sources, state, close: () => context.close() };
  } catch (error) {
    await context.close();
    throw error;
  }
}

/**
 * The module of Nest that a package exports.
 * @throws Error when there is not exactly one
 */
export function moduleIn(exported: object): Type {
  const { default: main } = exported as { default?: unknown };
  // A CommonJS package is its default export, too.
  const all = [
    ...Object.values(exported),
    main,
    ...(typeof main === 'object' && main !== null ? Object.values(main) : []),
  ];
  const modules = new Set(all.filter((one): one is Type => typeof one === 'function' && isModule(one)));
  if (modules.size !== 1) throw new Error(`It must export one class with @Module(), and exports ${modules.size}`);
  return [...modules][0]!;
}

/** What `@Module()` writes, whichever copy of Nest it is from. */
const isModule = (one: object): boolean => Reflect.hasOwnMetadata('providers', one);

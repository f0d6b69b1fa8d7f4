import type { LoggerService } from '@nestjs/common';
import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { type LoadedPlugin, Plugins } from '../../common/plugin/plugins';
import type { Config } from '../../config/config';
import { readDeclared } from '../../config/plugin-environment';
import { StartError } from '../../config/start-error';
import { provideKit } from './kit-identity';
import { locate, type Manifest, readManifest } from './manifest';
import { openPlugin } from './open-plugin';
import { catchUncaught } from './plugin-calls';

/** Since a plug-in is code, it can do anything while it is imported: whatever is said of it beforehand is read first. */
export async function loadPlugins(config: Config, logger: LoggerService): Promise<Plugins> {
  const manifests = config.plugins.map((plugin) => readManifest(plugin, locate(plugin)));
  const twice = manifests.find(({ name }, index) => manifests.findIndex((one) => one.name === name) !== index);
  if (twice) throw new StartError(`PLUGINS names the plug-in ${twice.name} twice: leave one of them out.`);
  provideKit();
  const stopCatching = catchUncaught();
  const http = new OutgoingHttp(config);
  const loaded: LoadedPlugin[] = [];
  for (const manifest of manifests) {
    const environment = readDeclared(manifest.environment);
    const plugin = await named(manifest, () => openPlugin(manifest, { http, environment, logger }));
    loaded.push(plugin);
    logger.log({
      msg: 'plug-in loaded',
      plugin: plugin.name,
      version: plugin.version,
      channels: plugin.channels.map(({ type }) => type),
      sources: plugin.sources.map(({ type }) => type),
    });
  }
  return new Plugins(loaded, () => http.onModuleDestroy().finally(stopCatching));
}

/** @throws StartError that names the plug-in */
async function named<T>({ name, version }: Manifest, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const stack = error instanceof Error ? error.stack : String(error);
    throw new StartError(
      `The plug-in ${name} ${version} cannot be loaded. Mend it, install another version, or take it out of PLUGINS.\n${stack}`,
      { cause: error },
    );
  }
}

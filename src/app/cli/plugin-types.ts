import { NestFactory } from '@nestjs/core';
import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { type LoadedPlugin, Plugins, PluginState } from '../../common/plugin/plugins';
import { Config, loadConfig } from '../../config/config';
import { channelProviders } from '../../notification/providers';
import { ChannelRegistry } from '../../notification/providers/channel-registry';
import { sourceProviders } from '../../source/sources';
import { SourceRegistry } from '../../source/sources/source-registry';

class TypesModule {}

/**
 * The types of the service with those of a plug-in. No setting of the environment counts, and nothing is opened.
 * @throws StartError when one is taken
 */
export async function typesBeside(plugin: Omit<LoadedPlugin, 'state' | 'close'>): Promise<void> {
  const loaded: LoadedPlugin = { ...plugin, state: new PluginState(), close: () => Promise.resolve() };
  const providers = [
    { provide: Config, useValue: loadConfig({ SECRET_KEY: 'for nothing but the names of types' }) },
    { provide: Plugins, useValue: new Plugins([loaded]) },
    ...[OutgoingHttp, ...channelProviders, ...sourceProviders],
  ];
  const types = await NestFactory.createApplicationContext({ module: TypesModule, providers }, { logger: false });
  try {
    types.get(ChannelRegistry).all();
    types.get(SourceRegistry).all();
  } finally {
    await types.close();
  }
}

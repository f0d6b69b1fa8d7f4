import type { LoggerService } from '@nestjs/common';
import { Plugins } from '../../common/plugin/plugins';
import type { Config } from '../../config/config';

/** The plug-ins that PLUGINS names. Without any, nothing of this folder is loaded. @throws StartError when one cannot be used */
export async function pluginsOf(config: Config, logger: LoggerService): Promise<Plugins> {
  if (config.plugins.length === 0) return new Plugins();
  const { loadPlugins } = await import('./load-plugins.js');
  return loadPlugins(config, logger);
}

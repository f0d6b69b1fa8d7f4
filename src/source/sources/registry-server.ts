import type { UrlChecker } from '../../common/outgoing-http/http-port';
import { Setting } from '../../common/settings/setting';
import { type Prepared, SettingsError, withCheckedServer } from '../../common/settings/settings';
import { SourceError } from './source-error';

interface WithServer {
  server?: string;
}

/** The setting `server` of a source whose default server is in the configuration. */
export function RegistryServer(of: string, variable: string): PropertyDecorator {
  return Setting({
    title: 'Server',
    description: `The base address of ${of}. The default is what the operator has configured as ${variable}.`,
    format: 'url',
    maxLength: 2048,
    optional: true,
    examples: ['https://packages.example.com/'],
  });
}

/** @throws SettingsError when neither the settings nor the configuration name a server */
export function preparedServer<S extends WithServer>(
  http: UrlChecker,
  settings: S,
  configured: string | null,
): Prepared<S> {
  if (settings.server || configured) return withCheckedServer(http, settings);
  throw new SettingsError([{ field: 'server', message: 'is required: the operator has configured no default' }]);
}

/** @throws SourceError when the operator has removed the default since the settings were saved */
export function serverOf({ server }: WithServer, configured: string | null): string {
  const base = server || configured;
  if (base) return base;
  throw new SourceError('The operator has configured no server for this type of source', null, 'configuration');
}

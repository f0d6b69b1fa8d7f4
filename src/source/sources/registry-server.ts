import type { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { Setting } from '../../common/settings/setting';
import { type Prepared, SettingsError } from '../../common/settings/settings';
import { withCheckedServer } from '../../common/settings/url-setting';
import { SourceError } from './source';

interface WithServer {
  server?: string;
}

/** The setting `server` of a source whose usual address comes from the configuration. */
export function RegistryServer(of: string, variable: string): PropertyDecorator {
  return Setting({
    title: 'Server',
    description: `The base address of ${of}. Without it the one that the operator configured as ${variable} is asked.`,
    format: 'url',
    maxLength: 2048,
    optional: true,
    examples: ['https://packages.example.com/'],
  });
}

/** @throws SettingsError when neither the settings nor the configuration say where to ask */
export function preparedServer<S extends WithServer>(
  http: OutgoingHttp,
  settings: S,
  configured: string | null,
): Prepared<S> {
  if (settings.server || configured) return withCheckedServer(http, settings);
  throw new SettingsError([{ field: 'server', message: 'is required: the operator has configured no usual one' }]);
}

/** @throws SourceError when the configuration has lost what it had when the settings were saved */
export function serverOf({ server }: WithServer, configured: string | null): string {
  const base = server || configured;
  if (base) return base;
  throw new SourceError('The operator has configured no address to ask', null, 'configuration');
}

import { Setting } from '../../common/settings/setting';
import { type Prepared, SettingsError, under } from '../../common/settings/settings';
import type { Config } from '../../config/config';
import { AddressedSource } from './addressed-source';
import { SourceError } from '../../common/fetch/source-error';

interface WithServer {
  server?: string;
}

/** What the configuration has as `string | null`. */
type Address = { [K in keyof Config]: Config[K] extends string | null ? K : never }[keyof Config];

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

/** A registry of packages. Whoever names no server of their own gets that of the configuration. */
export abstract class RegistrySource<S extends WithServer> extends AddressedSource<S> {
  protected abstract readonly registry: Address;
  /** As `packageUrlsOf`. */
  protected abstract readonly purls: (settings: S) => string[];

  /** @throws SettingsError when neither the settings nor the configuration name a server */
  override prepare(settings: S): Prepared<S> {
    if (settings.server || this.config[this.registry]) return super.prepare(settings);
    throw new SettingsError([{ field: 'server', message: 'is required: the operator has configured no default' }]);
  }

  override packageUrlsOf(settings: S): string[] {
    return this.purls(settings);
  }

  /** @throws SourceError when the operator has removed the default since the settings were saved */
  protected serverOf({ server }: S): string {
    const base = server || this.config[this.registry];
    if (base) return base;
    throw new SourceError('The operator has configured no server for this type of source', null, 'configuration');
  }

  /** `path` below the server, each part escaped. */
  protected url(settings: S, ...path: string[]): string {
    return under(this.serverOf(settings), ...path);
  }
}

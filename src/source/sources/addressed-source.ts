import { Injectable } from '@nestjs/common';
import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { UrlSetting } from '../../common/settings/setting';
import { type Prepared, SettingsError, under, withCheckedAddress } from '../../common/settings/settings';
import { Config } from '../../config/config';
import { Source } from './source';
import { SourceError } from '../../common/fetch/source-error';

/** A source whose settings name where it asks: `server`, below which paths are, or a whole `url`. */
@Injectable()
export abstract class AddressedSource<S extends object> extends Source<S> {
  constructor(
    protected readonly http: OutgoingHttp,
    protected readonly config: Config,
  ) {
    super();
  }

  override prepare(settings: S): Prepared<S> {
    return withCheckedAddress(this.http, settings);
  }
}

interface WithServer {
  server?: string;
}

/** What the configuration has as `string | null`. */
type Address = { [K in keyof Config]: Config[K] extends string | null ? K : never }[keyof Config];

/** The setting `server` of a source whose default server is in the configuration. */
export function RegistryServer(of: string, variable: string): PropertyDecorator {
  const description = `The base address of ${of}. The default is what the operator has configured as ${variable}.`;
  return UrlSetting('Server', description, 'https://packages.example.com/', { optional: true });
}

/** A registry of packages. Whoever names no server of their own gets that of the configuration. */
export abstract class RegistrySource<S extends WithServer> extends AddressedSource<S> {
  protected abstract readonly registry: Address;
  /** As `packageUrlsOf`. */
  protected abstract readonly purls: (settings: S) => string[];

  /** The default server; null = the operator has configured none. */
  get home(): string | null {
    return this.config[this.registry];
  }

  /** @throws SettingsError when neither the settings nor the configuration name a server */
  override prepare(settings: S): Prepared<S> {
    if (settings.server || this.home) return super.prepare(settings);
    throw new SettingsError([{ field: 'server', message: 'is required: the operator has configured no default' }]);
  }

  override packageUrlsOf(settings: S): string[] {
    return this.purls(settings);
  }

  /** @throws SourceError when the operator has removed the default since the settings were saved */
  protected serverOf({ server }: S): string {
    const base = server || this.home;
    if (base) return base;
    throw new SourceError('The operator has configured no server for this type of source', null, 'configuration');
  }

  /** `path` below the server, each part escaped. */
  protected url(settings: S, ...path: string[]): string {
    return under(this.serverOf(settings), ...path);
  }
}

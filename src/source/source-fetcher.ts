import { Injectable } from '@nestjs/common';
import { OutgoingHttp } from '../common/outgoing-http/outgoing-http';
import { acceptSettings, SettingsError } from '../common/settings/settings';
import type { Release } from './sources/source';
import { SourceRegistry } from './sources/source-registry';
import { SourceWeb } from './sources/source-web';

/** Asks a source once, outside any schedule: for trying settings before they are used. */
@Injectable()
export class SourceFetcher {
  constructor(
    private readonly registry: SourceRegistry,
    private readonly http: OutgoingHttp,
  ) {}

  /**
   * In the order of the source.
   * @throws SettingsError, SourceError
   */
  async fetch(type: string, input: unknown): Promise<Release[]> {
    const source = this.registry.get(type);
    if (!source) {
      const types = this.registry.all().map((one) => one.type);
      throw new SettingsError([{ field: 'type', message: `must be one of ${types.join(', ')}` }]);
    }
    const { settings } = acceptSettings(source, input);
    return source.fetch(settings, new SourceWeb(this.http));
  }
}

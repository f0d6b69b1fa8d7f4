import { Injectable } from '@nestjs/common';
import { OutgoingHttp } from '../../common/outgoing-http/outgoing-http';
import { acceptSettings } from '../../common/settings/settings';
import type { Release } from './source';
import { SourceRegistry } from './source-registry';
import { SourceWeb } from '../../common/fetch/source-web';

/** Fetches from a source once and stores nothing: for trying out settings. */
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
    const source = this.registry.require(type);
    const { settings } = acceptSettings(source, input);
    return source.fetch(settings, new SourceWeb(this.http));
  }
}

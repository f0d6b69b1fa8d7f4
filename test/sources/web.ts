import { OutgoingHttp } from '../../src/common/outgoing-http/outgoing-http';
import { acceptSettings } from '../../src/common/settings/settings';
import type { Release, Source } from '../../src/source/sources/source';
import { SourceWeb } from '../../src/source/sources/source-web';
import { type Answer, config, httpReceiver, type ReceivedRequest } from '../channels/peers';

/** A source on its own, and a receiver that stands in for its provider. */
export async function standIn<S extends object>(make: new (http: OutgoingHttp) => Source<S>) {
  const http = new OutgoingHttp(config());
  const source = new make(http);
  const receiver = await httpReceiver();
  const web = new SourceWeb(http);
  return {
    source,
    web,
    base: receiver.url,
    requests: receiver.requests,
    /** Asks once, with settings as a person gives them. */
    async fetch(settings: Record<string, unknown>, answer: (request: ReceivedRequest) => Answer): Promise<Release[]> {
      receiver.respond = (_number, request) => answer(request);
      try {
        return await source.fetch(acceptSettings(source, settings).settings, web);
      } finally {
        await http.onModuleDestroy();
      }
    },
  };
}

export const labels = (releases: Release[]): string[] => releases.map(({ version }) => version);

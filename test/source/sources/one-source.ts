import { Test } from '@nestjs/testing';
import { OutgoingHttp } from '../../../src/common/outgoing-http/outgoing-http';
import { acceptSettings } from '../../../src/common/settings/settings';
import { Config } from '../../../src/config/config';
import { sourceProviders } from '../../../src/source/sources';
import type { Release, Source } from '../../../src/source/sources/source';
import { SourceRegistry } from '../../../src/source/sources/source-registry';
import type { Validators } from '../../../src/common/fetch/response-headers';
import { SourceWeb } from '../../../src/common/fetch/source-web';
import { type Answer, closers, config, httpReceiver, type ReceivedRequest } from '../../notification/providers/peers';

/** One source beside a receiver that answers it; `closeAll` ends both. */
export async function sourceAt(type: string, environment: Partial<Config> = {}) {
  const receiver = await httpReceiver();
  const module = await Test.createTestingModule({
    providers: [{ provide: Config, useValue: config(environment) }, OutgoingHttp, ...sourceProviders],
  }).compile();
  closers.push(() => module.close());
  const source = module.get(SourceRegistry).get(type) as Source;
  let web = new SourceWeb(module.get(OutgoingHttp));
  return {
    source,
    url: receiver.url,
    requests: receiver.requests,
    validators: () => web.validators,
    rest: () => web.pause,
    notice: () => web.notice,
    /** Asks once, with these answers. */
    fetch(
      settings: object,
      respond: (request: ReceivedRequest) => Answer,
      known?: Validators,
      inUse?: string[],
    ): Promise<Release[]> {
      receiver.respond = (_number, request) => respond(request);
      web = new SourceWeb(module.get(OutgoingHttp), known ?? null);
      return source.fetch(acceptSettings(source, settings).settings, web, inUse);
    },
  };
}

export const labels = (releases: Release[]): string[] => releases.map(({ version }) => version);

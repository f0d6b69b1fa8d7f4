import { Test } from '@nestjs/testing';
import { OutgoingHttp } from '../../src/common/outgoing-http/outgoing-http';
import { acceptSettings } from '../../src/common/settings/settings';
import { Config } from '../../src/config/config';
import { sourceProviders } from '../../src/source/sources';
import type { Source } from '../../src/source/sources/source';
import { SourceRegistry } from '../../src/source/sources/source-registry';
import { SourceWeb } from '../../src/source/sources/source-web';
import { closers, config, httpReceiver } from '../notification/providers/peers';
import type { Stage } from '../source/sources/stage';
import type { Scene } from './source-checks';

/** A source, as Nest makes it or as a test brings it, until `closeAll`. */
export async function sceneOf(
  stage: Stage,
  choose: (registry: SourceRegistry, http: OutgoingHttp) => Source,
): Promise<Scene> {
  const receiver = await httpReceiver();
  const environment = stage.environment?.(receiver.url) ?? {};
  const module = await Test.createTestingModule({
    providers: [{ provide: Config, useValue: config(environment) }, OutgoingHttp, ...sourceProviders],
  }).compile();
  closers.push(() => module.close());
  const http = module.get(OutgoingHttp);
  const source = choose(module.get(SourceRegistry), http);
  let last = new SourceWeb(http);
  return {
    source,
    stage,
    url: receiver.url,
    requests: receiver.requests,
    web: () => last,
    fetch(answer, known) {
      receiver.respond = (_number, request) => (answer ?? ((one) => stage.serve(one, receiver.url)))(request);
      last = new SourceWeb(http, known ?? null);
      return source.fetch(acceptSettings(source, stage.settings(receiver.url)).settings, last);
    },
  };
}

import { Test } from '@nestjs/testing';
import { OutgoingHttp } from '../../src/common/outgoing-http/outgoing-http';
import { Config } from '../../src/config/config';
import { sourceProviders } from '../../src/source/sources';
import type { Source } from '../../src/source/sources/source';
import { SourceRegistry } from '../../src/source/sources/source-registry';
import { closers, config, httpReceiver } from '../notification/providers/peers';
import type { Stage } from '../source/sources/stage';
import { sceneAt } from './scene-at';
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
  return sceneAt(receiver, choose(module.get(SourceRegistry), http), stage, http);
}

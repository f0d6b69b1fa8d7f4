import type { OutgoingHttp } from '../../src/common/outgoing-http/outgoing-http';
import { acceptSettings } from '../../src/common/settings/settings';
import type { Source } from '../../src/source/sources/source';
import { SourceWeb } from '../../src/common/fetch/source-web';
import type { httpReceiver } from '../notification/providers/peers';
import type { Stage } from '../source/sources/stage';
import type { Scene } from './source-checks';

/** A source before a receiver that answers as its stage does. */
export function sceneAt(
  receiver: Awaited<ReturnType<typeof httpReceiver>>,
  source: Source,
  stage: Stage,
  http: OutgoingHttp,
): Scene {
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

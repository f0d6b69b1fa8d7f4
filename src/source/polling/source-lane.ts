import type { OutgoingHttp, OutgoingRequest } from '../../common/outgoing-http/outgoing-http';
import { type Source, SourceError } from '../sources/source';
import { SourceWeb } from '../sources/source-web';

const LONGEST = 255;
const CREDENTIALS = /^(authorization|private-token)$/i;

class Asked {
  constructor(readonly request: OutgoingRequest) {}
}

/** Answers nothing: it catches the first request of a fetch before it goes out. */
const catcher: Pick<OutgoingHttp, 'request'> = {
  request: (request) => {
    throw new Asked(request);
  },
};

/**
 * Whose limits a source with these settings falls under (`SourceHost`), told by its first request, which is not sent. Hosts count by
 * credentials: a source that brings its own does not wait for those without. Empty when it would ask nobody.
 * @param fingerprint tells credentials apart, and tells nothing of them
 */
export async function laneOf<S extends object>(
  source: Source<S>,
  settings: S,
  fingerprint: (credentials: string) => string,
): Promise<string> {
  try {
    await source.fetch(settings, new SourceWeb(catcher as OutgoingHttp));
    return '';
  } catch (thrown) {
    if (thrown instanceof Asked) return nameOf(thrown.request, fingerprint);
    if (thrown instanceof SourceError) return '';
    throw thrown;
  }
}

function nameOf({ url, headers = {} }: OutgoingRequest, fingerprint: (credentials: string) => string): string {
  const [, credentials] = Object.entries(headers).find(([name]) => CREDENTIALS.test(name)) ?? [];
  const ending = credentials ? `#${fingerprint(credentials)}` : '';
  return new URL(url).host.slice(0, LONGEST - ending.length) + ending;
}

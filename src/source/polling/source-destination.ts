import type { OutgoingHttp, OutgoingRequest } from '../../common/outgoing-http/outgoing-http';
import type { Source } from '../sources/source';
import { SourceError } from '../sources/source-error';
import { SourceWeb } from '../sources/source-web';

const MAX_LENGTH = 255;
const CREDENTIALS = /^(authorization|private-token)$/i;

type Fingerprint = (credentials: string) => string | null;

class FirstRequest {
  constructor(readonly request: OutgoingRequest) {}
}

/** Sends nothing: ends the fetch with its first request. */
const recorder: Pick<OutgoingHttp, 'request'> = {
  request: (request) => {
    throw new FirstRequest(request);
  },
};

/**
 * Which host's rate limits a source falls under (`SourceHost`), by the first request that it would send. Hosts count by credentials, so
 * a source with its own does not wait for those without. Empty when it would send none.
 * @param fingerprint tells credentials apart without revealing them; null = they are the operator's, as if there were none
 */
export async function destinationOf<S extends object>(
  source: Source<S>,
  settings: S,
  fingerprint: Fingerprint,
): Promise<string> {
  try {
    await source.fetch(settings, new SourceWeb(recorder));
    return '';
  } catch (thrown) {
    if (thrown instanceof FirstRequest) return nameOf(thrown.request, fingerprint);
    if (thrown instanceof SourceError) return '';
    throw thrown;
  }
}

function nameOf({ url, headers = {} }: OutgoingRequest, fingerprint: Fingerprint): string {
  const [, credentials] = Object.entries(headers).find(([name]) => CREDENTIALS.test(name)) ?? [];
  const print = credentials ? fingerprint(credentials) : null;
  const ending = print === null ? '' : `#${print}`;
  return new URL(url).host.slice(0, MAX_LENGTH - ending.length) + ending;
}

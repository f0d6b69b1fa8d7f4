import { Problem, type ProblemType } from '../../api/problem/problem';
import type { SourceError } from '../../common/fetch/source-error';

/** What to do next, by the kind of problem. */
const ADVICE: Partial<Record<ProblemType, string>> = {
  'source-not-found':
    'Check the spelling. What is not public is not found either, without credentials in the settings of the source.',
  'source-denied':
    'It needs credentials, which whoever may change sources gives in the settings of the source of a product.',
  'source-timeout': 'Try again later.',
  'source-unreachable': 'Check the address.',
  'source-failing': 'Try again later.',
  'source-unreadable': 'Give another address of the same product, such as that of its repository.',
};

/** All that `sourceProblem` makes. */
export const SOURCE_PROBLEMS = ['source-limited', ...Object.keys(ADVICE)] as ProblemType[];

const UNREACHABLE = new Set(['blocked', 'dns', 'connect', 'tls', 'reset', 'protocol', 'unreachable', 'offline']);

/** An address, a name without a dot, or under a top-level domain that is nobody's in public. */
const INSIDE =
  /^(?:\[.*\]|[\d.]+|[^.]+|.*\.(?:local|localdomain|lan|home|internal|intranet|corp|private|invalid|home\.arpa))(?::\d+)?$/i;

/**
 * What to do about a host that was not reached. Whether a name exists inside is told to nobody, so what can be said depends on how the host is called.
 */
function adviceOnHost({ code, host }: SourceError): string {
  if (code === 'offline') return 'Try again when it has a network.';
  if (code !== 'unreachable' || host === null) return ADVICE['source-unreachable']!;
  return INSIDE.test(host)
    ? 'An address inside a network of your own must be allowed by the operator (OUTBOUND_ALLOW).'
    : 'Check the spelling. If it is inside a network of your own, the operator must allow it.';
}

function typeOf({ code, retryAfter }: SourceError): ProblemType {
  if (code === 429 || code === 'resting' || (code === 403 && retryAfter !== null)) return 'source-limited';
  if (code === 401 || code === 403) return 'source-denied';
  if (code === 404 || code === 410) return 'source-not-found';
  if (code === 'timeout') return 'source-timeout';
  if (typeof code === 'number' && code >= 500) return 'source-failing';
  if (UNREACHABLE.has(String(code))) return 'source-unreachable';
  return 'source-unreadable';
}

/** The problem of somebody who waits for the answer of a source. */
export function sourceProblem(error: SourceError): Problem {
  if (error.code === 'off') return new Problem('source-unreachable', `${error.message}.`);
  const type = typeOf(error);
  const advice = type === 'source-unreachable' ? adviceOnHost(error) : ADVICE[type];
  if (type !== 'source-limited') return new Problem(type, `${error.message}. ${advice}`);
  const seconds = Math.max(1, Math.ceil(error.retryAfter ?? 60));
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes.toLocaleString('en')} minutes`;
  return new Problem(type, `${error.message}. Try again in ${wait}.`, [], { 'Retry-After': String(seconds) });
}

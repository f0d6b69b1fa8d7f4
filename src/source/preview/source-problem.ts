import { Problem, type ProblemType } from '../../common/problem/problem';
import type { SourceError } from '../sources/source-error';

/** What to do next, by the kind of problem. */
const ADVICE: Partial<Record<ProblemType, string>> = {
  'source-not-found':
    'Check the spelling. What is not public is not found either, without credentials in the settings of the source.',
  'source-denied':
    'It needs credentials, which whoever may change sources gives in the settings of the source of a product.',
  'source-timeout': 'Try again later.',
  'source-unreachable':
    'Check the address. One inside a network of your own must be allowed by the operator (OUTBOUND_ALLOW).',
  'source-unreadable': 'Give another address of the same product, such as that of its repository.',
};

const UNREACHABLE = new Set(['blocked', 'dns', 'connect', 'tls', 'reset', 'protocol', 'unreachable']);

function typeOf({ code, retryAfter }: SourceError): ProblemType {
  if (code === 429 || code === 'resting' || (code === 403 && retryAfter !== null)) return 'source-limited';
  if (code === 401 || code === 403) return 'source-denied';
  if (code === 404 || code === 410) return 'source-not-found';
  if (code === 'timeout') return 'source-timeout';
  if (typeof code === 'number' ? code >= 500 : UNREACHABLE.has(code ?? '')) return 'source-unreachable';
  return 'source-unreadable';
}

/** The problem of somebody who waits for the answer of a source. */
export function sourceProblem(error: SourceError): Problem {
  if (error.code === 'off') return new Problem('source-unreachable', `${error.message}.`);
  const type = typeOf(error);
  if (type !== 'source-limited') return new Problem(type, `${error.message}. ${ADVICE[type]}`);
  const seconds = Math.max(1, Math.ceil(error.retryAfter ?? 60));
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes.toLocaleString('en')} minutes`;
  return new Problem(type, `${error.message}. Try again in ${wait}.`, [], { 'Retry-After': String(seconds) });
}

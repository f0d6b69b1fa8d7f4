import { PROBLEMS } from '../../src/api/problem/problem';
import type { WireAnswer, WireRequest } from './wire';

/** Pages for people, who have no use for a problem. */
const PAGE = /^(http:\/\/[^/]+)?\/(u|confirm|update)\//;

/** Answers that are text or documents by their description: tables, release notes where the request wants them so, bills of materials and VEX. */
const isOtherForm = (target: string, type = '') =>
  (/^[^?]*\/favorite\.csv/.test(target) && type.startsWith('text/csv')) ||
  (/^[^?]*\/(?:bom|vex)/.test(target) && /^application\/(?:vnd\.cyclonedx\+)?json\b/.test(type)) ||
  (/^[^?]*\/(?:changes|notes)/.test(target) && /^text\/(?:markdown|html|plain)/.test(type));

/** What is wrong with an answer, whatever was asked; null = nothing. */
export function faultOf({ method, target }: WireRequest, { status, headers, body }: WireAnswer): string | null {
  if (status >= 500) return `answered ${status}`;
  if (status < 200) return `answered ${status} at the end`;
  // What the server refuses before it is a request may have been a HEAD, but nobody has read that. The connection ends with it.
  const isRead = headers['x-request-id'] !== undefined;
  const empty = (method === 'HEAD' && isRead) || status === 204 || status === 304;
  if (empty) return body.length > 0 ? `${status} has a body` : null;
  if (headers['content-length'] !== undefined && Number(headers['content-length']) !== body.length)
    return `${body.length} bytes of ${headers['content-length']}`;
  if (status >= 400 && !(PAGE.test(target) && headers['content-type']?.startsWith('text/html')))
    return problemFault(status, headers['content-type'], body);
  const hasData = target.startsWith('/api/') && status < 300 && !isOtherForm(target, headers['content-type']);
  return hasData ? dataFault(headers['content-type'], body) : null;
}

/** RFC 9457, with one of our types. */
function problemFault(status: number, type: string | undefined, body: Buffer): string | null {
  if (!type?.startsWith('application/problem+json')) return `${status} is no problem, but ${type}`;
  const problem = parsed(body);
  if (!problem) return `the problem is no JSON: ${body}`;
  const kind = PROBLEMS[String(problem.type).replace('/docs/problems#', '') as keyof typeof PROBLEMS];
  if (kind?.status !== status || problem.status !== status || problem.title !== kind.title)
    return `the problem does not fit ${status}: ${body}`;
  for (const member of ['detail', 'instance'])
    if (typeof problem[member] !== 'string' || problem[member] === '') return `the problem has no ${member}: ${body}`;
  if (/node_modules|SQLITE_|ER_[A-Z]+_|at \S+ \(|QueryFailed/.test(body.toString()))
    return `it tells what is inside: ${body}`;
  const errors = (problem.errors ?? []) as { field?: unknown; message?: unknown }[];
  const named = errors.every(({ field, message }) => typeof field === 'string' && typeof message === 'string');
  return named ? null : `its errors name no fields: ${body}`;
}

function dataFault(type: string | undefined, body: Buffer): string | null {
  if (!type?.startsWith('application/json')) return `it is no JSON, but ${type}`;
  return parsed(body) && 'data' in parsed(body)! ? null : `it has no data: ${body.subarray(0, 1_000)}`;
}

function parsed(body: Buffer): Record<string, unknown> | null {
  try {
    // Throws where bytes are no UTF-8.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as Record<string, unknown>;
  } catch {
    return null;
  }
}

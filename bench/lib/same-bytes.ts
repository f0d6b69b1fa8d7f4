import { tokenOf } from '../seed/facts';
import type { Program } from './programs';

/** These differ: the time, the id of the request, what is left of the caller's limit, and the tag of a body with other addresses in it. */
const CHANGING = new Set(['date', 'x-request-id', 'ratelimit', 'ratelimit-policy', 'etag']);

interface Seen {
  status: number;
  headers: string;
  body: string;
}

async function ask(program: Program, path: string, token: string, encoding: string): Promise<Seen> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': encoding };
  const response = await fetch(`${program.url}/api/v1/${path}`, { headers });
  // Links name the address that was asked; a body of other length shows in itself.
  const neutral = (text: string) => text.replaceAll(program.url, 'http://host');
  const seen = [...response.headers].filter(([name]) => !CHANGING.has(name) && name !== 'content-length').sort();
  return {
    status: response.status,
    headers: neutral(JSON.stringify(seen)),
    body: neutral(await response.text()),
  };
}

/**
 * The first path is also asked for with compression, which the measures do not ask for.
 * @throws Error unless both answer these requests with the same bytes, headers included
 */
export async function assertSameBytes(service: Program, limit: Program, paths: string[]): Promise<void> {
  await assertSame(service, limit, paths[0]!, 0, 'gzip');
  for (const [number, path] of paths.entries()) await assertSame(service, limit, path, number, 'identity');
}

async function assertSame(service: Program, limit: Program, path: string, user: number, encoding: string) {
  const [ours, theirs] = await Promise.all([service, limit].map((one) => ask(one, path, tokenOf(user), encoding)));
  if (ours!.status !== 200) throw new Error(`${path}: ${ours!.status} ${ours!.body}`);
  for (const part of ['status', 'headers', 'body'] as const)
    if (ours![part] !== theirs![part])
      throw new Error(`${path}: the ${part} differ\n${difference(String(ours![part]), String(theirs![part]))}`);
}

/** What is around the first character that differs. */
function difference(a: string, b: string): string {
  let at = 0;
  while (a[at] === b[at]) at++;
  return [a, b].map((text) => text.slice(Math.max(0, at - 80), at + 80)).join('\n');
}

import type { Request } from 'express';
import { Problem } from '../problem/problem';

/** draft-ietf-httpapi-idempotency-key-header-07 has it in quotes, and many clients send it without. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';
const FORM = /^(?:"([!#-~]{1,255})"|([!#-~]{1,255}))$/;

/** The metadata of a route that takes the header. */
export const TAKES_KEY = 'takes-idempotency-key';

const refused = (message: string) =>
  new Problem('bad-request', `${IDEMPOTENCY_KEY}: ${message}`, [{ field: IDEMPOTENCY_KEY, message }]);

/** @returns null when the request has none @throws Problem bad-request */
export function idempotencyKeyOf({ headers }: Pick<Request, 'headers'>): string | null {
  const header = headers['idempotency-key'] as string | undefined;
  if (header === undefined) return null;
  const [, quoted, bare] = FORM.exec(header.trim()) ?? [];
  const key = quoted ?? bare;
  if (key === undefined) throw refused('must be 1 to 255 characters of ASCII, without blanks');
  return key;
}

/** An operation that does not keep its answer says so: a client that sends a key relies on it. @throws Problem bad-request */
export function refuseIdempotencyKey({ headers }: Pick<Request, 'headers'>): void {
  if (headers['idempotency-key'] !== undefined)
    throw refused('this operation takes none. Look at what there is before you send it again.');
}

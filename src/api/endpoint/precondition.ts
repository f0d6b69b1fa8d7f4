import type { Request } from 'express';
import { Problem } from '../problem/problem';
import { conditionNames, readTagCondition, type TagCondition } from './etag';

declare module 'express-serve-static-core' {
  interface Request {
    /** Set by `app.setup` for a change with `If-Match` or `If-None-Match`. */
    precondition?: PendingPrecondition;
  }
}

/** What the first transaction of a request looks at before it changes anything. */
export interface PendingPrecondition {
  /**
   * null: nothing to look at, or looked at.
   * @returns a problem that the transaction ends with, if its work does not end it with another one
   * @throws Problem
   */
  check: (() => Promise<Problem | null>) | null;
}

/** The JSON text of a resource, whose hash is its ETag; null where there is none. */
export type ReadRepresentation = () => Promise<string | null>;

const CHANGES = new Set(['PUT', 'PATCH', 'DELETE']);

/** Whether a request asks for a change on a condition. */
export const isConditional = ({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean =>
  CHANGES.has(method) && (headers['if-match'] !== undefined || headers['if-none-match'] !== undefined);

/** `If-Match` and `If-None-Match` of a change: RFC 9110, 13.1. */
export class Precondition {
  private constructor(
    private readonly ifMatch: TagCondition | null,
    private readonly ifNoneMatch: TagCondition | null,
  ) {}

  /** @throws Problem bad-request */
  static of({ headers }: Pick<Request, 'headers'>): Precondition {
    return new Precondition(
      conditionOf('If-Match', headers['if-match']),
      conditionOf('If-None-Match', headers['if-none-match']),
    );
  }

  /** @throws Problem precondition-failed, for an address that has no ETag, and where no transaction will look at it */
  assertWithoutTag(): void {
    if (this.ifNoneMatch !== null || (this.ifMatch !== null && this.ifMatch !== '*'))
      throw failed('This address has no GET, so it has no ETag. `If-Match: *` is the only condition that it takes.');
  }

  /**
   * @returns a problem where nothing is there that `If-Match` could name: the change itself may say so better, with 404
   * @throws Problem precondition-failed
   */
  async check(read: ReadRepresentation): Promise<Problem | null> {
    const text = await read();
    if (this.ifNoneMatch !== null && conditionNames(this.ifNoneMatch, text, 'weak'))
      throw failed(
        this.ifNoneMatch === '*'
          ? 'The resource exists already.'
          : 'The resource has the ETag that `If-None-Match` names.',
      );
    if (this.ifMatch === null || conditionNames(this.ifMatch, text, 'strong')) return null;
    if (text === null) return failed('The resource does not exist, so `If-Match` names nothing.');
    throw failed(
      this.ifMatch !== '*' && this.ifMatch.some(({ isWeak }) => isWeak)
        ? '`If-Match` names a weak ETag (`W/"…"`), which matches nothing. A proxy that compresses answers has made it weak: send it without `W/`.'
        : 'The resource has changed: its ETag is none of those in `If-Match`. Read it again.',
    );
  }
}

function conditionOf(field: string, header: string | undefined): TagCondition | null {
  if (header === undefined) return null;
  const condition = readTagCondition(header);
  if (condition) return condition;
  const message = 'must be * or entity tags in quotes, with commas between them';
  throw new Problem('bad-request', `${field}: ${message}`, [{ field, message }]);
}

const failed = (detail: string) => new Problem('precondition-failed', detail);

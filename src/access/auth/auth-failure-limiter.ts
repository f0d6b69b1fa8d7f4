import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Semaphore } from '../../common/concurrency/semaphore';
import { RateLimits } from '../rate-limit/rate-limits';

/** Concurrent lookups for addresses that sent many invalid tokens: guessing slows down, and a valid token gets through. */
const SUSPECTS_AT_ONCE = 2;
/** A lookup that takes longer, such as one that waits for a silent OpenID Connect issuer, gives its place to the next. */
const SUSPECT_PATIENCE_MS = 1_000;

interface Credentials<T> {
  /** Whether it was valid lately, by memory alone. */
  isKnown(token: string): boolean;
  /** @returns null when it is not valid */
  authenticate(token: string): Promise<T | null>;
}

/** Limits concurrent token lookups from addresses with many failed authentications. */
@Injectable()
export class AuthFailureLimiter {
  private readonly turns = new Semaphore(SUSPECTS_AT_ONCE, SUSPECT_PATIENCE_MS);

  constructor(private readonly limits: RateLimits) {}

  /** A token that was valid lately does not wait, even at the address of a proxy that others guess from. */
  lookUp<T>(request: Request, token: string, credentials: Credentials<T>): Promise<T | null> {
    const find = () => credentials.authenticate(token);
    return this.limits.isSuspect(() => request.ip) && !credentials.isKnown(token) ? this.turns.run(find) : find();
  }
}

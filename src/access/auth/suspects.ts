import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Semaphore } from '../../common/concurrency/semaphore';
import { RateLimits } from '../rate-limit/rate-limits';

/** Concurrent lookups for addresses that sent many invalid tokens: guessing slows down, and a valid token gets through. */
const SUSPECTS_AT_ONCE = 2;
/** A lookup that waits for a silent OpenID Connect issuer does not keep the others waiting for longer. */
const SUSPECT_PATIENCE_MS = 1_000;

/** Lets addresses that others guess from wait their turn. */
@Injectable()
export class Suspects {
  private readonly turns = new Semaphore(SUSPECTS_AT_ONCE, SUSPECT_PATIENCE_MS);

  constructor(private readonly limits: RateLimits) {}

  /** @param isKnown whether it was valid lately, which is no guess, also from a suspect address, such as that of a proxy */
  lookUp<T>(request: Request, isKnown: () => boolean, find: () => Promise<T | null>): Promise<T | null> {
    if (!this.limits.isSuspect(() => request.ip) || isKnown()) return find();
    return this.turns.run(find);
  }
}

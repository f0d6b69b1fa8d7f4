import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SecretBox } from '../../../common/secret-box';
import { Database } from '../../../database/database';
import { DatabaseClock } from '../../../database/database-clock';
import { cookieText, isSecure, readCookie } from '../session/session-cookie';

/** A sign-in that has begun in a browser. */
export interface Flow {
  state: string;
  nonce: string;
  verifier: string;
  /** Where to go after it: a page of the web application. */
  to: string;
}

/** Seconds in which a sign-in has to be finished. */
const LASTS = 600;
const AAD = 'oidc sign-in';

const nameOf = (request: Request) => (isSecure(request) ? '__Host-tracker-oidc' : 'tracker-oidc');

/**
 * Keeps a sign-in in the browser, sealed, so that any replica can finish it. The browser comes back from the issuer's site, so the cookie is
 * `SameSite=Lax`.
 */
@Injectable()
export class FlowCookie {
  constructor(
    private readonly box: SecretBox,
    private readonly database: Database,
    private readonly clock: DatabaseClock,
  ) {}

  async set(request: Request, response: Response, flow: Flow): Promise<void> {
    const ends = await this.clock.later(this.database, LASTS);
    write(request, response, this.box.seal(JSON.stringify({ ...flow, ends }), AAD), LASTS);
  }

  /** Reads it, and makes the browser forget it. @returns null when there is none, or it was changed, or is too old */
  async take(request: Request, response: Response): Promise<Flow | null> {
    const sealed = readCookie(request, nameOf(request));
    if (sealed === null) return null;
    write(request, response, '', 0);
    const opened = this.open(sealed);
    return opened && opened.ends > (await this.clock.now(this.database)) ? opened : null;
  }

  private open(sealed: string): (Flow & { ends: string }) | null {
    try {
      return JSON.parse(this.box.open(sealed, AAD)) as Flow & { ends: string };
    } catch {
      return null;
    }
  }
}

function write(request: Request, response: Response, value: string, seconds: number): void {
  response.append('Set-Cookie', cookieText(request, nameOf(request), value, seconds, 'Lax'));
}

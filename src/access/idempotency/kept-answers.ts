import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { IDEMPOTENCY_KEY, idempotencyKeyOf, TAKES_KEY } from '../../api/endpoint/idempotency-key';
import { requestOf, responseOf } from '../../api/endpoint/request';
import { sha256 } from '../../common/fingerprint';
import type { Principal } from '../../api/identity/principal';
import { Problem } from '../../api/problem/problem';
import { SecretBox, SecretError } from '../../common/secret-box';
import { Config } from '../../config/config';
import { Database } from '../../database/database';
import { joining } from '../../database/first-transaction';
import { lockUser } from '../user/user.repository';
import { KeptAnswerRepository } from './kept-answer.repository';

interface Answer {
  status: number;
  location: string | null;
  body: unknown;
}

/**
 * Answers a request with an `Idempotency-Key` once: what it changes and its answer are written in one transaction, which has the lock of the user
 * from the beginning. So of several with one key, on whichever replica, the others wait and get the answer of the first; a process that dies has
 * done both or nothing. An error keeps nothing. An interceptor of the routes that take a key only: `ApiAdapter` says why.
 */
@Injectable()
export class KeptAnswers implements NestInterceptor {
  private readonly box: SecretBox;

  constructor(
    config: Config,
    private readonly database: Database,
    private readonly kept: KeptAnswerRepository,
  ) {
    this.box = new SecretBox(config);
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const key = idempotencyKeyOf(requestOf(context));
    return key === null ? next.handle() : from(this.once(requestOf(context), responseOf(context), key, next));
  }

  private async once(request: Request, response: Response, key: string, next: CallHandler): Promise<unknown> {
    const { userId } = request.user as Principal;
    const hash = sha256(`${userId} ${key}`);
    const fingerprint = sha256(JSON.stringify([request.method, request.url, request.body]));
    return this.database.transaction(async (sql) => {
      await lockUser(sql, userId);
      const kept = await this.kept.find(sql, hash);
      if (kept && kept.fingerprint !== fingerprint)
        throw new Problem('key-reused', 'This Idempotency-Key was sent with another request.');
      if (kept) return replayed(response, this.open(kept.answer, hash));
      const body: unknown = await joining(sql, () => lastValueFrom(next.handle()));
      const location = response.getHeader('Location') as string | undefined;
      const answer = this.seal({ status: response.statusCode, location: location ?? null, body }, hash);
      await this.kept.insert(sql, { hash, fingerprint, answer });
      return body;
    });
  }

  /** Notes of 10,000 characters would not fit into the column as they are. */
  private seal(answer: Answer, hash: string): string {
    return this.box.seal(gzipSync(JSON.stringify(answer)).toString('base64'), `kept-answer:${hash}`);
  }

  private open(sealed: string, hash: string): Answer {
    try {
      const bytes = Buffer.from(this.box.open(sealed, `kept-answer:${hash}`), 'base64');
      return JSON.parse(gunzipSync(bytes).toString()) as Answer;
    } catch (error) {
      if (!(error instanceof SecretError)) throw error;
      throw new Problem('conflict', 'This request was carried out. Its answer cannot be read: SECRET_KEY was changed.');
    }
  }
}

function replayed(response: Response, { status, location, body }: Answer): unknown {
  response.status(status).setHeader('Idempotent-Replayed', 'true');
  if (location !== null) response.location(location);
  return body;
}

/** A route that changes the database and nothing else, and keeps its answer for the same request with the same key. */
export const TakesIdempotencyKey = () =>
  applyDecorators(
    UseInterceptors(KeptAnswers),
    SetMetadata(TAKES_KEY, true),
    ApiHeader({
      name: IDEMPOTENCY_KEY,
      required: false,
      description:
        'Any text of 1 to 255 characters that is new, such as a UUID. For a day, the same request of the same user with the same key gets the same ' +
        'answer, with `Idempotent-Replayed: true`, and changes nothing; another request with it is 422. An error keeps nothing.',
      schema: { type: 'string', minLength: 1, maxLength: 257 },
    }),
  );

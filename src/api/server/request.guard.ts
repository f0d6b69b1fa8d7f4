import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Config } from '../../config/config';
import { type Principal, PUBLIC_KEY } from '../identity/principal';
import { readQuery } from '../list/text-query';
import { Problem } from '../problem/problem';
import { refuseIdempotencyKey, TAKES_KEY } from '../endpoint/idempotency-key';
import { Precondition } from '../endpoint/precondition';
import { READS_QUERY, requestOf, responseOf } from '../endpoint/request';
import { representationOf } from './api-adapter';
import { Representations } from './representations';
import { bodyReader, type BodyReader, hasBody } from './request-body';
import { UserTurns } from './user-turns';

/** A route whose handler reads the query without a decorator such as `Includes`. */
export const ReadsQuery = () => SetMetadata(READS_QUERY, true);

const OWN_CONDITION = 'own-condition';

/** A route whose `If-Match` is not about an ETag, and which reads it by itself. */
export const ReadsIfMatch = () => SetMetadata(OWN_CONDITION, true);

/**
 * After the guard of the token: reads the body, refuses parameters where an address takes none, reads the precondition of a change, and gives
 * the request its turn.
 */
@Injectable()
export class RequestGuard implements CanActivate {
  private readonly readBody: BodyReader;
  private readonly turns = new UserTurns();

  constructor(
    config: Config,
    private readonly representations: Representations,
  ) {
    this.readBody = bodyReader(config.bodyLimit);
  }

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = requestOf(context);
    const response = responseOf(context);
    if (request.precondition) this.readPrecondition(context, request, response);
    const written = this.representations.writtenBy(context.getHandler());
    if (written) request.written = written;
    if (!Reflect.hasMetadata(TAKES_KEY, context.getHandler())) refuseIdempotencyKey(request);
    const go = () => {
      if (!takesQuery(request, context)) readQuery(request.url, {});
      return this.takeTurn(request, response);
    };
    return hasBody(request) ? this.readBody(request, response).then(go) : go();
  }

  private readPrecondition(context: ExecutionContext, request: Request, response: Response): void {
    const handler = context.getHandler();
    if (Reflect.hasMetadata(OWN_CONDITION, handler)) return;
    const precondition = Precondition.of(request);
    const read = this.representations.of(handler);
    if (!read) return precondition.assertWithoutTag();
    request.precondition!.check = () => precondition.check(() => textOf(read(request, response), request));
  }

  private takeTurn({ user }: Request, response: Response): true | Promise<true> {
    const userId = (user as Partial<Principal> | undefined)?.userId;
    return userId === undefined || this.turns.take(userId, response);
  }
}

/** @returns null where there is nothing */
async function textOf(resource: Promise<unknown>, request: Request): Promise<string | null> {
  try {
    return representationOf(await resource, request);
  } catch (error) {
    if (error instanceof Problem && error.getStatus() === 404) return null;
    throw error;
  }
}

/** Pages that are for everybody take any, since others add parameters to links. */
function takesQuery({ method }: Request, context: ExecutionContext): boolean {
  if (Reflect.hasMetadata(READS_QUERY, context.getHandler())) return true;
  return (method === 'GET' || method === 'HEAD') && Reflect.hasMetadata(PUBLIC_KEY, context.getClass());
}

import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import type { Request } from 'express';
import { Config } from '../config/config';
import { queryPairs } from '../common/list/list-request';
import { Problem } from '../common/problem/problem';
import { firstCharacters } from '../common/text';
import { requestOf, responseOf } from '../common/api/request';
import { bodyReader, type BodyReader, hasBody } from './request-body';

const TAKES_QUERY = 'takes-query';

/** A route that changes something and has parameters, which its handler checks (`Includes`). */
export const TakesQuery = () => SetMetadata(TAKES_QUERY, true);

/** After the guard of the token: reads the body, and refuses parameters where an address takes none. */
@Injectable()
export class RequestGuard implements CanActivate {
  private readonly readBody: BodyReader;

  constructor(config: Config) {
    this.readBody = bodyReader(config.bodyLimit);
  }

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = requestOf(context);
    const takesQuery = request.method === 'GET' || request.method === 'HEAD' || changesByQuery(context);
    if (!hasBody(request)) return takesQuery || refuseQuery(request);
    return this.readBody(request, responseOf(context)).then(() => takesQuery || refuseQuery(request));
  }
}

const changesByQuery = (context: ExecutionContext) => Reflect.hasMetadata(TAKES_QUERY, context.getHandler());

/** @returns true when there is no query */
function refuseQuery(request: Request): true {
  const errors = queryPairs(request.url).map(([name]) => ({
    field: firstCharacters(name, 100),
    message: 'is not a parameter of this address',
  }));
  if (errors.length > 0) throw new Problem('invalid-query', `${errors[0]!.field}: ${errors[0]!.message}`, errors);
  return true;
}

import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import type { Request } from 'express';
import { queryPairs } from '../list/list-request';
import { Problem } from '../problem/problem';
import { firstCharacters } from '../text';
import { requestOf } from './request';

const TAKES_QUERY = 'takes-query';

/** A route that changes something and has parameters, which its handler checks (`Includes`). */
export const TakesQuery = () => SetMetadata(TAKES_QUERY, true);

/** After the guard of the token: tells what was wrong with the body, and refuses parameters where an address takes none. */
@Injectable()
export class RequestGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = requestOf(context);
    if (request.bodyError) throw request.bodyError;
    if (request.method !== 'GET' && request.method !== 'HEAD' && !takesQuery(context)) refuseQuery(request);
    return true;
  }
}

const takesQuery = (context: ExecutionContext) => Reflect.hasMetadata(TAKES_QUERY, context.getHandler());

function refuseQuery(request: Request): void {
  const errors = queryPairs(request.url).map(([name]) => ({
    field: firstCharacters(name, 100),
    message: 'is not a parameter of this address',
  }));
  if (errors.length > 0) throw new Problem('invalid-query', `${errors[0]!.field}: ${errors[0]!.message}`, errors);
}

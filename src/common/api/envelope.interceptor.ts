import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import type { Page } from '../list/list-page';
import { queryPairs } from '../list/list-request';
import { Problem } from '../problem/problem';
import { firstCharacters } from '../text';

const isPage = (value: unknown): value is Page<unknown> =>
  typeof value === 'object' && value !== null && 'neighbours' in value;

/** RFC 8288. */
function linkHeader(request: Request, neighbours: Page<unknown>['neighbours']): string {
  const path = request.path.replace(/^\//, '');
  return Object.entries(neighbours)
    .map(([relation, query]) => `<${request.links.origin}/${path}${query ? `?${query}` : ''}>; rel="${relation}"`)
    .join(', ');
}

/** Puts every answer of the API under `data`, a list's facts under `meta` and its neighbours into `Link`. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    if (!request.path.startsWith('/api/')) return next.handle();
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((value: unknown) => {
        if (value === undefined) return undefined;
        if (!isPage(value)) return { data: value };
        response.set('Link', linkHeader(request, value.neighbours));
        return { data: value.data, meta: value.meta };
      }),
    );
  }
}

/** After the guard: tells what was wrong with the body, and refuses parameters where an address takes none. */
@Injectable()
export class RequestInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.bodyError) throw request.bodyError;
    if (request.method !== 'GET' && request.method !== 'HEAD') refuseQuery(request);
    return next.handle();
  }
}

function refuseQuery(request: Request): void {
  const errors = queryPairs(request.url).map(([name]) => ({
    field: firstCharacters(name, 100),
    message: 'is not a parameter of this address',
  }));
  if (errors.length > 0) throw new Problem('invalid-query', `${errors[0]!.field}: ${errors[0]!.message}`, errors);
}

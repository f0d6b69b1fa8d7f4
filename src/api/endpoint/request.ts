import { createParamDecorator, type ExecutionContext, Param } from '@nestjs/common';
import { ApiParam, type ApiParamOptions } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { isId } from '../../common/ids';
import { type ListRequest, queryPairs, readIncludes, readListRequest } from '../list/list-request';
import { readParameter, wholeNumber } from '../list/text-query';
import type { ListSpec } from '../list/list-spec';
import { Problem } from '../problem/problem';
import { parseMoment } from '../../common/time/utc-timestamp';
import type { Links } from './links';

declare module 'express-serve-static-core' {
  interface Request {
    /** Set for every request by `app.setup`, and sent as `X-Request-Id`. */
    id: string;
    /** Set for every request by `app.setup`. */
    links: Links;
    /** It came to `OPERATIONS_PORT`. */
    isOfOperations?: boolean;
  }
}

/** Short for `switchToHttp`, which would create three functions for each guard and each parameter. */
export const requestOf = (context: ExecutionContext) => context.getArgByIndex<Request>(0);
export const responseOf = (context: ExecutionContext) => context.getArgByIndex<Response>(1);

/** The metadata of a route that reads its query. */
export const READS_QUERY = 'reads-query';

/** The metadata of a route with `:id`: what that is the id of. */
export const ID_OF = 'id-of';

/** A decorator of a parameter whose argument is also metadata of its route. */
const noted =
  <Data>(key: string, decorate: (data: Data) => ParameterDecorator) =>
  (data: Data): ParameterDecorator =>
  (target, name, index) => {
    decorate(data)(target, name, index);
    Reflect.defineMetadata(key, data, (target as Record<string | symbol, object>)[name!]!);
  };

/** A decorator of a parameter that has the whole query; `read` refuses what the address does not take. A route without one takes none. */
export const queryDecorator = <Data>(read: (data: Data, url: string) => unknown) =>
  noted<Data>(
    READS_QUERY,
    createParamDecorator((data: Data, context: ExecutionContext) => read(data, requestOf(context).url)),
  );

/** The query of a list, checked against its description. */
export const ListQuery = queryDecorator(readListRequest);

/** The filters and the order of a list without paging. */
export const WholeListQuery = queryDecorator(readWholeListRequest);

/** The includes of an endpoint. */
export const Includes = queryDecorator(readIncludes);

/** The only parameter of an endpoint, a whole number from 1. */
export const NumberQuery = queryDecorator(
  ({ name, fallback, max }: { name: string; fallback: number; max: number }, url) =>
    readParameter(name, url, wholeNumber(max), `must be a whole number from 1 to ${max}`) ?? fallback,
);

/** The only parameter of an endpoint, a timestamp. Null when it is not given. */
export const MomentQuery = queryDecorator((name: string, url) =>
  readParameter(name, url, parseMoment, 'must be an ISO 8601 date or datetime'),
);

/** Makes the absolute URLs of the answer. */
export const RequestLinks = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => requestOf(context).links,
);

/** The origin of the page that asks, as browsers say it; of a program, that of the service as the program knows it. */
export const PageOrigin = createParamDecorator((_data: unknown, context: ExecutionContext): string => {
  const { headers, links } = requestOf(context);
  return headers.origin ?? links.origin;
});

/** `:id` of the path; a text that is not a UUID is not found. */
export const Id = noted(
  ID_OF,
  createParamDecorator((resource: string, context: ExecutionContext): string => {
    const { id } = requestOf(context).params;
    if (!isId(id)) throw Problem.notFound(resource);
    return id.toLowerCase();
  }),
);

/** A text of the path, by its name, which is described with it. */
export const pathText =
  (options: ApiParamOptions & { name: string }) => (): ParameterDecorator => (target, method, index) => {
    Param(options.name)(target, method, index);
    ApiParam(options)(target, method!, Object.getOwnPropertyDescriptor(target, method!)!);
  };

/** Parameters that choose a part of a list. */
const OF_PAGES = ['page', 'per_page', 'cursor', 'includeTotal'];

/**
 * Reads the query of an address that answers a whole list with all that its entries can have.
 * @throws Problem 400 that names every parameter which is unknown or has a bad value
 */
function readWholeListRequest(spec: ListSpec, url: string): ListRequest {
  const chosen = queryPairs(url).find(([name]) => OF_PAGES.includes(name));
  if (chosen) throw Problem.parameter(chosen[0], 'is not a parameter of this address');
  return readListRequest({ ...spec, includes: [] }, url);
}

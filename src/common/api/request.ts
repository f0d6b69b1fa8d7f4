import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { isId } from '../ids';
import type { ListSpec } from '../list/list-spec';
import { readIncludes, readListRequest } from '../list/list-request';
import { Problem } from '../problem/problem';
import type { Links } from './links';

declare module 'express-serve-static-core' {
  interface Request {
    /** Set for every request by `app.setup`, and sent as `X-Request-Id`. */
    id: string;
    /** Set for every request by `app.setup`. */
    links: Links;
  }
}

/** What `switchToHttp` leads to by way of three new functions, which each guard and each parameter would make for itself. */
export const requestOf = (context: ExecutionContext) => context.getArgByIndex<Request>(0);
export const responseOf = (context: ExecutionContext) => context.getArgByIndex<Response>(1);

/** The query of a list, checked against its description. */
export const ListQuery = createParamDecorator((spec: ListSpec, context: ExecutionContext) =>
  readListRequest(spec, requestOf(context).url),
);

/** The includes that an address offers; any other parameter is refused. */
export const Includes = createParamDecorator((includes: readonly string[], context: ExecutionContext) =>
  readIncludes(includes, requestOf(context).url),
);

/** Makes the absolute URLs of the answer. */
export const RequestLinks = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => requestOf(context).links,
);

/** `:id` of the path; what is not a uuid cannot be the id of anything. */
export const Id = createParamDecorator((resource: string, context: ExecutionContext): string => {
  const { id } = requestOf(context).params;
  if (!isId(id)) throw Problem.notFound(resource);
  return id.toLowerCase();
});

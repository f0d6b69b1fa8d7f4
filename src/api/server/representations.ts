import { Injectable, RequestMethod, type Type } from '@nestjs/common';
import { modelOf } from '../endpoint/docs';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { ExternalContextCreator, MetadataScanner, ModulesContainer } from '@nestjs/core';
import type { Request, Response } from 'express';

declare module 'express-serve-static-core' {
  interface Request {
    /** Set by `RequestGuard` for a change that answers with what a GET answers. */
    written?: ReadWritten;
  }
}

/** What a change has written, as GET answers it. */
export type ReadWritten = (request: Request, response: Response, answer: unknown) => Promise<Written>;

interface Written {
  resource: unknown;
  /** The path of that GET, where neither the request nor `Location` names it. */
  location: string | null;
}

type Handler = (...given: unknown[]) => unknown;
type Read = (request: Request, response: Response) => Promise<unknown>;

interface Route {
  method: RequestMethod;
  path: string;
  instance: object;
  name: string;
  handler: Handler;
}

const WRITES = [RequestMethod.POST, RequestMethod.PUT, RequestMethod.PATCH];

/** Parameters of controllers that Nest itself gives. */
const routeParameters = {
  exchangeKeyForValue(type: RouteParamtypes, data: string, [request, response]: [Request, Response]) {
    if (type === RouteParamtypes.REQUEST) return request;
    if (type === RouteParamtypes.RESPONSE) return response;
    if (type === RouteParamtypes.PARAM) return request.params[data] as string;
    throw new Error('a GET beside a change takes an unknown kind of parameter');
  },
};

/**
 * What the GET of an address answers, for a change of the same address: the methods of the controllers, called without their guards. The
 * caller of a change may see what is changed.
 */
@Injectable()
export class Representations {
  private reads: Map<Handler, Read> | undefined;
  private readonly written = new Map<Handler, ReadWritten>();

  constructor(
    private readonly modules: ModulesContainer,
    private readonly contexts: ExternalContextCreator,
  ) {}

  /** @param handler of a route @returns undefined where its address has no GET */
  of(handler: object): Read | undefined {
    this.reads ??= this.readsByHandler();
    return this.reads.get(handler as Handler);
  }

  /** @param handler of a route @returns undefined where no GET answers with what it answers with */
  writtenBy(handler: object): ReadWritten | undefined {
    this.reads ??= this.readsByHandler();
    return this.written.get(handler as Handler);
  }

  private readsByHandler(): Map<Handler, Read> {
    const routes = this.routes();
    const gets = new Map(routes.filter(({ method }) => method === RequestMethod.GET).map((one) => [one.path, one]));
    const reads = new Map<Handler, Read>();
    for (const { handler, path, method } of routes) {
      const get = gets.get(path);
      if (get) reads.set(handler, this.readOf(get));
      if (WRITES.includes(method)) this.noteWritten(handler, path, gets);
    }
    return reads;
  }

  /** What it answers with is at its own address, at one that it makes below, or at the one above: `channel/:id/confirmation`. */
  private noteWritten(handler: Handler, path: string, gets: Map<string, Route>): void {
    const above = path.slice(0, path.lastIndexOf('/'));
    const at = [path, `${path}/:id`, above].find((one) => {
      const get = gets.get(one);
      return get && modelOf(get.handler) !== undefined && modelOf(get.handler) === modelOf(handler);
    });
    if (at === undefined) return;
    const read = this.readOf(gets.get(at)!);
    this.written.set(handler, async (request, response, answer) => {
      const { id, uuid } = answer as { id?: string; uuid?: string };
      const params = at === `${path}/:id` ? { id: id ?? uuid } : request.params;
      const resource = await read(Object.create(request, { params: { value: params } }) as Request, response);
      return { resource, location: at === above ? request.path.replace(/\/[^/]+\/?$/, '') : null };
    });
  }

  private readOf({ instance, handler, name }: Route): Read {
    const options = { guards: false, interceptors: false, filters: false };
    const { contexts } = this;
    return contexts.create(
      instance as Record<string, unknown>,
      handler,
      name,
      ROUTE_ARGS_METADATA,
      routeParameters as never,
      undefined,
      undefined,
      options,
      'http',
    ) as Read;
  }

  private routes(): Route[] {
    const controllers = [...this.modules.values()].flatMap((module) => [...module.controllers.values()]);
    return controllers.flatMap(({ instance, metatype }) => routesOf(instance as object, metatype as Type));
  }
}

function routesOf(instance: object, controller: Type): Route[] {
  const prototype = controller.prototype as Record<string, Handler>;
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
    const handler = prototype[name]!;
    const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
    if (method === undefined) return [];
    return pathsOf(controller).flatMap((base) =>
      pathsOf(handler).map((path) => ({ method, path: join(base, path), instance, name, handler })),
    );
  });
}

const pathsOf = (target: object) => [Reflect.getMetadata(PATH_METADATA, target) as string | string[]].flat();

const join = (...parts: string[]) =>
  parts
    .flatMap((part) => part.split('/'))
    .filter((part) => part !== '')
    .join('/');

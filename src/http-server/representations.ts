import { Injectable, RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { ExternalContextCreator, MetadataScanner, ModulesContainer } from '@nestjs/core';
import type { Request, Response } from 'express';

type Handler = (...given: unknown[]) => unknown;
type Read = (request: Request, response: Response) => Promise<unknown>;

interface Route {
  method: RequestMethod;
  path: string;
  instance: object;
  name: string;
  handler: Handler;
}

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

  constructor(
    private readonly modules: ModulesContainer,
    private readonly contexts: ExternalContextCreator,
  ) {}

  /** @param handler of a route @returns undefined where its address has no GET */
  of(handler: object): Read | undefined {
    this.reads ??= this.readsByHandler();
    return this.reads.get(handler as Handler);
  }

  private readsByHandler(): Map<Handler, Read> {
    const routes = this.routes();
    const gets = new Map(routes.filter(({ method }) => method === RequestMethod.GET).map((one) => [one.path, one]));
    const reads = new Map<Handler, Read>();
    for (const { handler, path } of routes) {
      const get = gets.get(path);
      if (get) reads.set(handler, this.readOf(get));
    }
    return reads;
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

import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request } from 'express';
import type { Config } from '../config/config';
import type { ApiAdapter } from '../api/server/api-adapter';
import { Connections } from './connections';

/** What is for operators, and what `OPERATIONS_PORT` moves. */
const ADDRESSES = /^\/(?:health|metrics)(?:\/|$)/;

/**
 * Whether the request came to the wrong one of the two ports (without `OPERATIONS_PORT` there is one for all), or to an address for operators with
 * a slash at its end, which Express takes for the same: a proxy that hides the address hides what is written in its configuration.
 */
export function isElsewhere({ path, isOfOperations = false }: Request, { operationsPort }: Config): boolean {
  const isOurs = ADDRESSES.test(path);
  return (isOurs && path.endsWith('/')) || (operationsPort !== null && isOurs !== isOfOperations);
}

/** Answers health and metrics on a port of their own. It is there before the service, and after it: a scrape sees how a replica ends. */
export class OperationsServer {
  private constructor(
    private readonly server: Server,
    private readonly connections: Connections,
  ) {}

  /** @returns null without `OPERATIONS_PORT` */
  static of(app: NestExpressApplication, config: Config): OperationsServer | null {
    if (config.operationsPort === null) return null;
    const server = (app.getHttpAdapter() as unknown as ApiAdapter).newServer();
    server.prependListener('request', (request: Request) => (request.isOfOperations = true));
    return new OperationsServer(server, new Connections(server, config));
  }

  /** @returns the port */
  async listen({ operationsPort, host }: Config): Promise<number> {
    this.server.listen(operationsPort!, host);
    await once(this.server, 'listening');
    return (this.server.address() as AddressInfo).port;
  }

  drain(): void {
    this.connections.drain();
  }

  close(): Promise<void> {
    return this.connections.close();
  }
}

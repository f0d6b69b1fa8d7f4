import { IncomingMessage, ServerResponse } from 'node:http';
import { type Express, type Request, request, type Response, response } from 'express';
import type { Unsent } from './unsent';

/**
 * The classes of which the HTTP server makes requests and answers. They have the methods of Express by themselves: Express gives each
 * message a prototype that has them, which is no change for these. For others it is one, after which V8 knows nothing of their shape: a short
 * read took twice as much processor time (bench/results.md).
 */
export function messagesOf(app: Express, unsent: Unsent) {
  class ApiRequest extends IncomingMessage {}

  class ApiResponse extends ServerResponse<ApiRequest> {
    /** Every body is given here, by Express too. @throws Problem 503 when it is large and there is no room for it */
    override end(...given: unknown[]): this {
      const [body, encoding] = given as [unknown, BufferEncoding | undefined];
      const isBody = typeof body === 'string' || Buffer.isBuffer(body);
      if (isBody && !this.headersSent && unsent.isSent(this as unknown as Response, body, encoding)) return this;
      return super.end(...(given as Parameters<ServerResponse['end']>));
    }
  }

  app.request = adopt(ApiRequest.prototype, request, app.request) as Request;
  app.response = adopt(ApiResponse.prototype, response, app.response) as unknown as Response;
  return { IncomingMessage: ApiRequest, ServerResponse: ApiResponse as unknown as typeof ServerResponse };
}

/** @returns `target`, which has what they have */
function adopt<T extends object>(target: T, ...sources: object[]): T {
  for (const source of sources) Object.defineProperties(target, Object.getOwnPropertyDescriptors(source));
  return target;
}

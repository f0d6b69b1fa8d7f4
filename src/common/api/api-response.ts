import { IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Express, Request, Response } from 'express';
import helmet from 'helmet';
import { LARGE, type Unsent, writeInPieces } from './unsent';

declare module 'express-serve-static-core' {
  interface Response {
    /**
     * For a header that is given once, and that nobody looks at again. Where `setHeader` sets the same name, before or after, that is the
     * one which is sent. What cannot stand in a header fails where the head is written, and not here.
     */
    giveHeader(name: string, value: string): void;
  }
}

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** What helmet gives to each answer, names and values in turn. Nothing of it hangs on the request, so it is asked once. */
function securityHeaders(): string[] {
  const given: string[] = [];
  class Answer extends ServerResponse {
    override setHeader(name: string, value: string) {
      given.push(name, value);
      return this;
    }
  }
  const request = new IncomingMessage(new Socket());
  const headers = helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } });
  headers(request, new Answer(request), () => undefined);
  return given;
}

/**
 * The requests and the answers of an application. Express gives each another prototype, which costs the engine what it knew of them: three
 * quarters of Express' own time. These are born with that prototype, and giving it to them once more does nothing.
 *
 * An answer has the headers of helmet from the beginning. `setHeader` files each header by its name, which with twenty of them takes longer
 * than all the rest of the head: those that nobody looks for are kept in a list, and `writeHead` takes it as it is.
 */
export function messagesOf(app: Express, unsent: Unsent) {
  const security = securityHeaders();

  class ApiRequest extends IncomingMessage {}

  class ApiResponse extends ServerResponse<ApiRequest> {
    private readonly given = [...security];

    giveHeader(name: string, value: string): void {
      this.given.push(name, value);
    }

    /**
     * Express ends its answers here. A problem is always given: whoever is refused has to be told.
     * @throws Problem 503 when it is large and there is no room for it
     */
    override end(...given: unknown[]): this {
      const [body, encoding] = given as [unknown, BufferEncoding | undefined];
      const response = this as unknown as Response;
      if (this.headersSent || !(typeof body === 'string' || Buffer.isBuffer(body))) return this.endNow(given);
      const size = typeof body === 'string' ? Buffer.byteLength(body, encoding) : body.length;
      if (this.statusCode < 400) unsent.demandRoom(size, response.req);
      unsent.add(size, response);
      if (size <= LARGE) return this.endNow(given);
      writeInPieces(response, typeof body === 'string' ? Buffer.from(body, encoding) : body);
      return this;
    }

    private endNow(given: unknown[]): this {
      return super.end(...(given as Parameters<ServerResponse['end']>));
    }

    /** Node.js calls it for every answer, also where nobody else does. */
    override writeHead(status: number, reason?: string | Headers, headers?: Headers): this {
      const isPlain = reason === undefined && this.getHeaderNames().length === 0;
      if (isPlain) return super.writeHead(status, this.given);
      for (let at = 0; at < this.given.length; at += 2)
        if (!this.hasHeader(this.given[at]!)) this.setHeader(this.given[at]!, this.given[at + 1]!);
      return super.writeHead(status, reason as string, headers);
    }
  }

  Object.setPrototypeOf(ApiRequest.prototype, app.request);
  Object.setPrototypeOf(ApiResponse.prototype, app.response);
  app.request = ApiRequest.prototype as Request;
  app.response = ApiResponse.prototype as unknown as Response;
  return { IncomingMessage: ApiRequest, ServerResponse: ApiResponse as unknown as typeof ServerResponse };
}

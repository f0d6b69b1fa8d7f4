import type { Request } from 'express';
import type { Config } from '../../config/config';
import { Problem } from '../problem/problem';

/** RFC 9110, 7.2: a name or an address, and perhaps a port. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** A service that listens on every address can be reached on this one. */
const LOOPBACK_OF: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Makes absolute URLs: `PUBLIC_URL` when it is set, else the request's own origin. */
export class Links {
  /** @param isOfRequest the request has named it, and may name another the next time */
  private constructor(
    readonly origin: string,
    private readonly isOfRequest = false,
  ) {}

  /** @throws Problem 400 when the request names a host that cannot be one, or none where HTTP wants one (RFC 9112, 3.2) */
  static of(config: Config, request: Request): Links {
    const host = request.host as string | undefined; // HTTP/1.0 may name none
    if (!host && request.httpVersion === '1.1') throw new Problem('bad-request', 'The request has no Host header.');
    if (config.publicUrl !== null || !host) return Links.withoutRequest(config);
    if (!HOST.test(host)) throw new Problem('bad-request', 'The Host header is not a host.');
    return new Links(`${request.protocol}://${host}`, true);
  }

  /** The text of a JSON answer as its ETag sees it: the same by each name and at each replica. No JSON has a bare NUL. */
  tagged(json: string): string {
    return this.isOfRequest ? json.replaceAll(this.origin, '\0') : json;
  }

  /** Links that leave the service without a request at hand, such as those in an e-mail. */
  static withoutRequest(config: Config): Links {
    const address = LOOPBACK_OF[config.host] ?? config.host;
    const host = address.includes(':') ? `[${address}]` : address;
    return new Links(config.publicUrl ?? `http://${host}:${config.port}`);
  }

  /** @param local the service's own address, for when there is no `PUBLIC_URL` */
  static at(config: Config, local: string): Links {
    return new Links(config.publicUrl ?? local);
  }

  /** `.../api/v1/<path>` */
  to(path: string): string {
    return `${this.origin}/api/v1/${path}`;
  }

  software(id: string): string {
    return this.to(`software/${id}`);
  }

  versions(softwareId: string): string {
    return this.to(`software/${softwareId}/versions`);
  }

  changes(softwareId: string): string {
    return this.to(`software/${softwareId}/changes`);
  }

  publisher(id: string): string {
    return this.to(`publisher/${id}`);
  }

  favorite(id: string): string {
    return this.to(`favorite/${id}`);
  }

  favoriteChanges(id: string): string {
    return this.to(`favorite/${id}/changes`);
  }

  notification(id: string): string {
    return this.to(`notification/${id}`);
  }

  inventory(name: string): string {
    return this.to(`inventory/${name}`);
  }

  channel(id: string): string {
    return this.to(`channel/${id}`);
  }

  /** The icon of a product. */
  icon(name: string): string {
    return `${this.origin}/icons/${name}.svg`;
  }

  /** A page of the web application. */
  app(path: string): string {
    return `${this.origin}/${path}`;
  }

  // Pages for people who have no token of the API.

  /** How a channel of this type is set up. */
  channelGuide(type: string): string {
    return `${this.origin}/docs/channels/${type}`;
  }

  confirm(token: string): string {
    return `${this.origin}/confirm/${token}`;
  }

  unsubscribe(token: string): string {
    return `${this.origin}/u/${token}`;
  }

  manage(token: string): string {
    return `${this.origin}/update/${token}`;
  }

  /** A document of a shared address. */
  feed(secret: string, document: string): string {
    return `${this.origin}/feed/${secret}/${document}`;
  }

  /** Of the web application. The code is in the fragment, which no browser sends: so no log, proxy or scanner of links sees it. */
  signIn(code: string): string {
    return `${this.origin}/sign-in#k=${code}`;
  }
}

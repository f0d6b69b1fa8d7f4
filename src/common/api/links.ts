import type { Request } from 'express';
import type { Config } from '../../config/config';

/** Makes absolute URLs: `PUBLIC_URL` when it is set, else the request's own origin. */
export class Links {
  private constructor(readonly origin: string) {}

  static of(config: Config, request: Request): Links {
    return new Links(config.publicUrl ?? `${request.protocol}://${request.host}`);
  }

  /** Links that leave the service without a request at hand, such as those in an e-mail. */
  static withoutRequest(config: Config): Links {
    const host = config.host.includes(':') ? `[${config.host}]` : config.host;
    return new Links(config.publicUrl ?? `http://${host}:${config.port}`);
  }

  /** `.../api/v1/<path>` */
  to(path: string): string {
    return `${this.origin}/api/v1/${path}`;
  }

  software = (id: string) => this.to(`software/${id}`);
  versions = (softwareId: string) => this.to(`software/${softwareId}/versions`);
  publisher = (id: string) => this.to(`publisher/${id}`);
  favorite = (id: string) => this.to(`favorite/${id}`);
}

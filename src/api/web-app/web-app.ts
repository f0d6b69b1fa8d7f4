import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config';
import { readWebFiles, type WebFiles } from './asset-map';

/** The built web application. */
@Injectable()
export class WebApp {
  private read: WebFiles | null | undefined;

  constructor(private readonly config: Config) {}

  /** null when it is switched off, or was not built. The command line, which serves nothing, does not read it. */
  get files(): WebFiles | null {
    if (this.read === undefined) this.read = this.config.web ? readWebFiles(this.config.webFolder) : null;
    return this.read;
  }

  /**
   * The page to open after signing in.
   * @param text untrusted
   * @returns path and query of a page of the web application; null when it is none
   */
  pageAt(text: string): string | null {
    const ours = 'http://web-app.invalid';
    const url = text.startsWith('/') && URL.canParse(text, ours) ? new URL(text, ours) : null;
    if (url?.origin !== ours || !isClientRoute(this.files?.routes ?? [], url.pathname)) return null;
    return url.pathname + url.search;
  }
}

/** Whether the web application has a page at a path, by patterns such as `/software/:id`. */
export function isClientRoute(routes: readonly string[], path: string): boolean {
  const parts = partsOf(path);
  return routes.some((route) => {
    const pattern = partsOf(route);
    return pattern.length === parts.length && pattern.every((one, at) => fits(one, parts[at]!));
  });
}

/** A slash at the end does not count, as in Express. */
const partsOf = (path: string) => path.replace(/(?<=.)\/$/, '').split('/');

const fits = (pattern: string, part: string) => (pattern.startsWith(':') ? part !== '' : pattern === part);

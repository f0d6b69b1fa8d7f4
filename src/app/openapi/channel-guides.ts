import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestHandler } from 'express';

const FOLDER = join(__dirname, '..', '..', '..', 'docs', 'channels');

/**
 * `docs/channels/<type>.md` as text, at `/<type>`: what `docs` of a channel type leads to. All pages are read at the start, so no request
 * reaches the file system.
 */
export function channelGuides(): RequestHandler {
  const names = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => /^[a-z-]+\.md$/.test(name)) : [];
  const pages = new Map(names.map((name) => [`/${name.slice(0, -3)}`, readFileSync(join(FOLDER, name), 'utf8')]));
  return (request, response, next) => {
    const page = request.method === 'GET' || request.method === 'HEAD' ? pages.get(request.path) : undefined;
    if (page === undefined) return next();
    response.type('text/plain; charset=utf-8').send(page);
  };
}

import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import type { Express, Request, RequestHandler, Response } from 'express';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { tagOf } from '../../api/endpoint/etag';
import { Problem, PROBLEMS } from '../../api/problem/problem';
import { sendProblem } from '../../api/problem/problem.filter';
import type { Asset } from '../../api/web-app/asset-map';
import { sendAsset } from '../../api/web-app/send-asset';
import { createOpenApi } from './openapi';

/** `/docs` (a page), `/docs/openapi.json`, `/docs/problems` (what the `type` of a problem leads to), `/docs/channels/<type>`, `/docs/vulnerabilities`; `/` leads browsers to the page. */
export function setUpDocs(app: NestExpressApplication): void {
  const problems = problemPage();
  app.use('/docs/channels', guides(join(DOCS, 'channels')));
  app.use('/docs', guides(DOCS, 'vulnerabilities'));
  app.use('/docs/problems', (_request: Request, response: Response) => void response.type('html').send(problems));
  const express = app.getHttpAdapter().getInstance() as Express;
  express.get('/', leadToDocs);
  const document = once(() => createOpenApi(app));
  const file = once(() => jsonAsset(JSON.stringify(document())));
  express.get('/docs/openapi.json', (request, response) => sendAsset(request, response, file()));
  SwaggerModule.setup('docs', app, document as never, {
    raw: false,
    customSiteTitle: 'Software update tracker: API',
    customCss: PAGE_CSS,
    swaggerOptions: { persistAuthorization: false, displayRequestDuration: true },
  });
}

/** Hides Swagger's bar. */
const PAGE_CSS = '.swagger-ui .topbar { display: none }';

function leadToDocs(request: Request, response: Response): void {
  response.vary('Accept');
  if (request.accepts(['json', 'html']) === 'html') return response.redirect(303, '/docs');
  sendProblem(request, response, new Problem('not-found', 'There is nothing at /. The API is described at /docs.'));
}

function jsonAsset(text: string): Asset {
  const plain = Buffer.from(text);
  const type = 'application/json; charset=utf-8';
  return { type, isImmutable: false, tag: tagOf(plain), plain, gzip: gzipSync(plain) };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function problemPage(): string {
  const entries = Object.entries(PROBLEMS).map(
    ([key, { status, title, meaning }]) =>
      `<section id="${key}"><h2>${status} ${title}</h2><p>${meaning.replace(/`([^`]+)`/g, '<code>$1</code>').replace(/<(token)>/g, '&lt;$1&gt;')}</p></section>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Problems</title><style>body{font:16px/1.5 system-ui,sans-serif;max-width:42rem;margin:2rem auto;padding:0 1rem;
color-scheme:light dark}h2{margin:2rem 0 .25rem;font-size:1.1rem}:target{outline:2px solid;outline-offset:.5rem}</style>
<h1>Problems</h1><p>Errors are RFC 9457 problems; this is what each <code>type</code> means.</p>${entries.join('\n')}</html>`;
}

const DOCS = join(__dirname, '..', '..', '..', 'docs');

/**
 * `<folder>/<name>.md` as text, at `/<name>`: what `docs` of a channel type leads to, and links of the web application. All pages are read at
 * the start, so no request reaches the file system.
 * @param only this page of the folder
 */
function guides(folder: string, only = '[a-z-]+'): RequestHandler {
  const pattern = new RegExp(`^${only}\\.md$`);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => pattern.test(name)) : [];
  const pages = new Map(names.map((name) => [`/${name.slice(0, -3)}`, readFileSync(join(folder, name), 'utf8')]));
  return (request, response, next) => {
    const page = request.method === 'GET' || request.method === 'HEAD' ? pages.get(request.path) : undefined;
    if (page === undefined) return next();
    response.type('text/plain; charset=utf-8').send(page);
  };
}

import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import type { Express, Request, Response } from 'express';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { tagOf } from '../../api/endpoint/etag';
import { PROBLEMS } from '../../api/problem/problem';
import { type Asset, readAssets } from '../../api/web-app/asset-map';
import { sendAsset } from '../../api/web-app/send-asset';
import { sendNothing, wantsPage } from '../../api/web-app/web.setup';
import { createOpenApi } from './openapi';

/**
 * `/docs` and what is below it: the site that scripts/docs-site makes of `docs`, with `/docs/api` (a page), `/docs/openapi.json` and
 * `/docs/problems` (what the `type` of a problem leads to). `/` leads browsers to it.
 */
export function setUpDocs(app: NestExpressApplication): void {
  const problems = problemPage();
  const express = app.getHttpAdapter().getInstance() as Express;
  express.get('/', (request, response) => {
    if (wantsPage(request, response)) response.redirect(303, '/docs');
  });
  const document = once(() => createOpenApi(app));
  const file = once(() => jsonAsset(JSON.stringify(document())));
  express.get('/docs/openapi.json', (request, response) => sendAsset(request, response, file()));
  app.use('/docs/problems', (_request: Request, response: Response) => void response.type('html').send(problems));
  SwaggerModule.setup('docs/api', app, document as never, {
    raw: false,
    customSiteTitle: 'Software update tracker: API',
    // Swagger's bar.
    customCss: '.swagger-ui .topbar { display: none }',
    swaggerOptions: { persistAuthorization: false, displayRequestDuration: true },
  });
  const site = once(() => readAssets(SITE));
  express.get('/docs{/*page}', (request, response) => sendPage(request, response, site()));
}

const SITE = join(__dirname, '..', '..', '..', 'dist', 'docs');
const SITE_POLICY =
  `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'none'; ` +
  `frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'`;

function sendPage(request: Request, response: Response, site: ReadonlyMap<string, Asset> | null): void {
  const path = request.path.replace(/\/$/, '');
  const asset = site?.get(path);
  if (!asset) return path === '/docs' ? response.redirect(303, '/docs/api') : sendNothing(request, response);
  response.setHeader('Content-Security-Policy', SITE_POLICY);
  sendAsset(request, response, asset);
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

import { Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express, Request, Response } from 'express';
import { Problem } from '../problem/problem';
import { sendProblem } from '../problem/problem.filter';
import { Config } from '../../config/config';
import { NO_WORKER } from './no-worker';
import type { PageData } from './page-data';
import { sendAsset } from './send-asset';
import { sendBarePage, sendPage } from './send-page';
import { WebApp } from './web-app';

/** Names of files here have a hash of their content. */
const HASHED = '/assets/*name';

/**
 * Serves the web application: its files, and its page where it has a route and the client wants HTML. One route of Express has all hashed
 * files, so that each build adds no new ones to the metrics.
 */
export function setUpWebApp(app: NestExpressApplication, data: PageData): void {
  const { files } = app.get(WebApp);
  const express = app.getHttpAdapter().getInstance() as Express;
  if (!files) {
    noteMissing(app.get(Config));
    return void express.get('/worker.js', sendNoWorker);
  }
  const send = (request: Request, response: Response) => {
    const asset = files.assets.get(request.path);
    if (asset) sendAsset(request, response, asset);
    else sendNothing(request, response);
  };
  const others = [...files.assets.keys()].filter((path) => !path.startsWith('/assets/'));
  for (const path of [HASHED, ...others]) express.get(path, send);
  for (const route of files.routes)
    express.get(route, (request, response) => {
      if (wantsPage(request, response)) void sendPage(request, response, files.page, data);
    });
}

/** Paths outside the web application: for programs, or of files. */
const NO_PAGE = /^\/(?:api|assets|docs|health|metrics|feed|icons)(?:\/|$)|\.\w+$/;

/** The page says that the address does not exist, and offers links. */
export function unknownPage(app: NestExpressApplication) {
  return (request: Request, response: Response): boolean => {
    const { files } = app.get(WebApp);
    if (!files || request.method !== 'GET' || NO_PAGE.test(request.path)) return false;
    if (request.accepts(['json', 'html']) !== 'html') return false;
    response.status(404).vary('Accept');
    sendBarePage(request, response, files.page);
    return true;
  };
}

function sendNoWorker(_request: Request, response: Response): void {
  response.setHeader('Cache-Control', 'no-cache');
  response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
  response.end(NO_WORKER);
}

function noteMissing({ web }: Config): void {
  if (web) new Logger('http').warn({ msg: 'there is no web application: it was not built' });
}

/** Programs get a problem: the page is for browsers. */
export function wantsPage(request: Request, response: Response): boolean {
  response.vary('Accept');
  if (request.accepts(['json', 'html']) === 'html') return true;
  sendNothing(request, response);
  return false;
}

export function sendNothing(request: Request, response: Response): void {
  response.setHeader('Cache-Control', 'no-store');
  const detail = `There is nothing at ${request.path}. The API is described at /docs/api.`;
  sendProblem(request, response, new Problem('not-found', detail));
}

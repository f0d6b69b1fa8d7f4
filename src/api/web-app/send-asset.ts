import type { Request, Response } from 'express';
import { encodingFor } from '../endpoint/encoding';
import { namesTag } from '../endpoint/etag';
import type { Asset } from './asset-map';

const YEAR = 'public, max-age=31536000, immutable';

export function sendAsset(request: Request, response: Response, asset: Asset): void {
  response.setHeader('Cache-Control', asset.isImmutable ? YEAR : 'no-cache');
  if (asset.br ?? asset.gzip) response.vary('Accept-Encoding');
  if (isKnown(request, response, asset.tag)) return;
  const encoding = encodingFor(request, asset);
  const body = encoding ? asset[encoding]! : asset.plain;
  if (encoding) response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Type', asset.type);
  response.setHeader('Content-Length', body.length);
  response.end(body);
}

/** @returns whether the client has it already, and got a 304 */
export function isKnown(request: Request, response: Response, tag: string): boolean {
  response.setHeader('ETag', tag);
  if (!namesTag(request.headers['if-none-match'], tag)) return false;
  response.writeHead(304).end();
  return true;
}

import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { namesTag, tagOf } from '../../api/endpoint/etag';
import { CYCLONEDX_TYPE } from './cyclonedx';

/** A document of what somebody runs. */
export interface RunningDocument {
  /** `Content-Type` */
  type: string;
  text: string;
}

/** The media type without its version, as OpenAPI has it. */
const CYCLONEDX = 'application/vnd.cyclonedx+json';

const documentOf = (example: object) => ({ schema: { type: 'object', additionalProperties: {}, example } }) as const;
const BOM = documentOf({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components: [], vulnerabilities: [] });
const OPENVEX = documentOf({ '@context': 'https://openvex.dev/ns/v0.2.0', version: 1, statements: [] });

const documented = (content: Record<string, typeof BOM>) =>
  applyDecorators(
    ApiResponse({ status: 200, description: 'The document.', content }),
    ApiResponse({ status: 304, description: 'It is still the one of `If-None-Match`.' }),
  );

/** Describes the answer of an address with a BOM. */
export const ApiCycloneDx = () => documented({ [CYCLONEDX]: BOM });
export const ApiVex = () => documented({ 'application/json': OPENVEX, [CYCLONEDX]: BOM });

/** With its ETag, or 304. */
export function sendDocument(request: Request, response: Response, { type, text }: RunningDocument): void {
  const tag = tagOf(text);
  response.setHeader('ETag', tag);
  if (namesTag(request.headers['if-none-match'], tag)) return void response.writeHead(304).end();
  response.setHeader('Content-Type', type);
  response.end(text);
}

export const cycloneDxDocument = (text: string): RunningDocument => ({ type: CYCLONEDX_TYPE, text });
export const openVexDocument = (text: string): RunningDocument => ({ type: 'application/json; charset=utf-8', text });

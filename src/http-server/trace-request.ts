import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { NextFunction, Request, Response } from 'express';

/** Probes and scrapes, of which nobody wants a trace. */
const UNTRACED = /^\/(?:health|metrics)(?:\/|$)/;

/**
 * Handles a request in a span, which goes on with the trace of the caller's `traceparent`. It is named by the pattern of the path: ids, queries and
 * secrets of shared addresses are in no span.
 */
export function traceRequest(request: Request, response: Response, next: NextFunction): void {
  if (UNTRACED.test(request.path)) return next();
  const { method } = request;
  const caller = propagation.extract(ROOT_CONTEXT, request.headers);
  const attributes = { 'http.request.method': method, 'url.scheme': request.protocol };
  const span = trace
    .getTracer('software-update-tracker')
    .startSpan(method, { kind: SpanKind.SERVER, attributes }, caller);
  response.once('close', () => {
    // As in `measure`: a span that does not end is not exported.
    if (String(response.getHeader('Content-Type')).startsWith('text/event-stream')) return;
    const route = (request.route as { path?: string } | undefined)?.path;
    if (route !== undefined) span.updateName(`${method} ${route}`).setAttribute('http.route', route);
    if (response.writableFinished) span.setAttribute('http.response.status_code', response.statusCode);
    const failure = response.writableFinished ? failureOf(response.statusCode) : 'aborted';
    if (failure !== null) span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
  context.with(trace.setSpan(caller, span), next);
}

/** What is the caller's fault is no error of the service. */
const failureOf = (status: number) => (status >= 500 ? String(status) : null);

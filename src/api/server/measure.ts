import { Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Histogram } from 'prom-client';
import type { Metrics } from '../../common/metrics';

/**
 * Every request by method, route and status. `route` is the pattern of the path, so that ids and unknown paths make no series.
 * @returns a function to call when a request arrives
 */
export function measure(metrics: Metrics, isLogged: boolean): (request: Request, response: Response) => void {
  const logger = new Logger('http');
  const histogram = new Histogram({
    name: 'http_request_seconds',
    help: 'Duration of requests but streams of events, by method, pattern of the path and status: aborted when the client left.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [metrics.registry],
  });
  return (request, response) => {
    const start = performance.now();
    response.on('close', () => {
      // Its duration says nothing: it is open for as long as somebody looks at a page.
      if (String(response.getHeader('Content-Type')).startsWith('text/event-stream')) return;
      const seconds = (performance.now() - start) / 1_000;
      const route = (request.route as { path?: string } | undefined)?.path ?? 'none';
      // A client that gives up is counted too: otherwise the slowest answers would be missing.
      const status = response.writableFinished ? String(response.statusCode) : 'aborted';
      const { method } = request;
      histogram.observe({ method, route, status }, seconds);
      if (isLogged) logger.debug({ msg: 'request', requestId: request.id, method, route, status, seconds });
    });
  };
}

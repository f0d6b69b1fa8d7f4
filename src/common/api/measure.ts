import { Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Histogram } from 'prom-client';
import type { Metrics } from '../metrics';

/** Requests that are told to the histogram at once. */
const TOLD_TOGETHER = 256;

/**
 * Every request by method, route and status. `route` is the pattern of the path, so that no id and no stranger's text makes a series.
 * @returns what is told of each request when it has come
 */
export function measure(metrics: Metrics, isLogged: boolean): (request: Request, response: Response) => void {
  const logger = new Logger('http');
  const noted: { labels: Record<string, string>; seconds: number }[] = [];
  // Told one by one, each of them would find prom-client's code out of the processor's cache (bench/results.md).
  const tell = () => {
    for (const { labels, seconds } of noted.splice(0)) histogram.observe(labels, seconds);
  };
  const histogram = new Histogram({
    name: 'http_request_seconds',
    help: 'Duration of requests, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [metrics.registry],
    collect: tell,
  });
  return (request, response) => {
    const start = performance.now();
    response.on('close', () => {
      const seconds = (performance.now() - start) / 1_000;
      const route = (request.route as { path?: string } | undefined)?.path ?? 'none';
      // Whoever does not wait for the answer would else be seen least when it takes longest.
      const status = response.writableFinished ? String(response.statusCode) : 'aborted';
      const { method } = request;
      noted.push({ labels: { method, route, status }, seconds });
      if (noted.length === TOLD_TOGETHER) tell();
      if (isLogged) logger.debug({ msg: 'request', requestId: request.id, method, route, status, seconds });
    });
  };
}

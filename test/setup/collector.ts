import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

type Values = { key: string; value: Record<string, unknown> }[];

interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes?: Values;
  links?: { traceId: string; spanId: string }[];
  status?: { code?: number };
}

interface OtlpPoint {
  attributes?: Values;
  asDouble?: number;
  count?: number;
  sum?: number;
  bucketCounts?: number[];
  explicitBounds?: number[];
}

interface OtlpMetric {
  name: string;
  unit: string;
  gauge?: { dataPoints: OtlpPoint[] };
  sum?: { dataPoints: OtlpPoint[]; isMonotonic: boolean };
  histogram?: { dataPoints: OtlpPoint[] };
}

interface Body {
  resourceSpans?: { resource: { attributes: Values }; scopeSpans: { spans: OtlpSpan[] }[] }[];
  resourceMetrics?: { resource: { attributes: Values }; scopeMetrics: { metrics: OtlpMetric[] }[] }[];
}

export interface CollectedSpan extends Omit<OtlpSpan, 'attributes'> {
  attributes: Record<string, unknown>;
  /** Of the process that made it. */
  resource: Record<string, unknown>;
}

export interface Export {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A collector on loopback that takes OTLP over HTTP, and reads its JSON form. */
export interface Collector {
  url: string;
  exports: Export[];
  /** How it answers from now on; by default 200. */
  answer: (response: ServerResponse) => void;
  spans(): CollectedSpan[];
  /** All of this name, in the order of their coming. */
  named(name: string): CollectedSpan[];
  metric(name: string): OtlpMetric | undefined;
  close(): Promise<void>;
}

const taken = (response: ServerResponse) =>
  void response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');

export const valuesOf = (values: Values = []): Record<string, unknown> =>
  Object.fromEntries(values.map(({ key, value }) => [key, Object.values(value)[0]]));

export async function startCollector(): Promise<Collector> {
  const exports: Export[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
      exports.push({ path: request.url ?? '', headers: request.headers, body });
      collector.answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bodies = () => exports.map(({ body }) => JSON.parse(body.toString()) as Body);
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exports,
    answer: taken,
    spans: () =>
      bodies().flatMap(({ resourceSpans = [] }) =>
        resourceSpans.flatMap(({ resource, scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) =>
            spans.map((span) => ({
              ...span,
              attributes: valuesOf(span.attributes),
              resource: valuesOf(resource.attributes),
            })),
          ),
        ),
      ),
    named: (name) => collector.spans().filter((span) => span.name === name),
    metric: (name) =>
      bodies()
        .flatMap(({ resourceMetrics = [] }) => resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics))
        .flatMap(({ metrics }) => metrics)
        .findLast((metric) => metric.name === name),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return collector;
}

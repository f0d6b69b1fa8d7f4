import type { LoggerService } from '@nestjs/common';
import { parseKeyPairsIntoRecord, setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPMetricExporter as JsonMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter as JsonTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { Registry } from 'prom-client';
import type { TelemetryConfig } from '../../config/telemetry';
import { within } from '../concurrency/within';
import { newId } from '../ids';
import { VERSION } from '../version';
import { RegistryProducer } from './registry-producer';

const FLUSH_MS = 3_000;
/** A collector that is away is named this often, and not for each batch. */
const WARN_EVERY_MS = 300_000;
const LONGEST_REASON = 200;

/** The resource: the variables of the operator count more than these. No command line, user or host. */
const resourceOf = () =>
  defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': 'software-update-tracker',
        'service.version': VERSION,
        'service.instance.id': newId(),
      }),
    )
    .merge(detectResources({ detectors: [envDetector] }));

/** Exports by OTLP over HTTP, in the background: what a collector does not take in time is dropped. One in a process. */
export class OtlpTelemetry {
  private readonly resource = resourceOf();
  private readonly tracers: NodeTracerProvider | null;
  private meters: MeterProvider | null = null;
  private warnedAt = -Infinity;

  constructor(
    private readonly config: TelemetryConfig,
    private readonly logger: LoggerService,
  ) {
    setGlobalErrorHandler((error) => this.warn(typeof error === 'string' ? error : (error.message ?? 'unknown')));
    this.tracers = config.traces ? this.startTraces() : null;
  }

  /** Exports the metrics of `GET /metrics`, now and then. */
  exportMetrics(registry: Registry): void {
    if (!this.config.metrics) return;
    const Exporter = this.isJson ? JsonMetricExporter : OTLPMetricExporter;
    const reader = new PeriodicExportingMetricReader({
      exporter: new Exporter(this.target('metrics')),
      exportIntervalMillis: this.config.metricInterval,
      metricProducers: [new RegistryProducer(registry)],
    });
    this.meters = new MeterProvider({ resource: this.resource, readers: [reader] });
  }

  /** Exports what is left, for three seconds at most. Never throws. */
  async shutdown(): Promise<void> {
    const ends = Promise.all([this.tracers?.shutdown(), this.meters?.shutdown()]);
    try {
      await within(FLUSH_MS, ends, () => new Error('the collector does not answer'));
    } catch (error) {
      this.warn((error as Error).message);
    }
  }

  private startTraces(): NodeTracerProvider {
    const Exporter = this.isJson ? JsonTraceExporter : OTLPTraceExporter;
    const tracers = new NodeTracerProvider({
      resource: this.resource,
      spanProcessors: [new BatchSpanProcessor(new Exporter(this.target('traces')))],
    });
    tracers.register({ propagator: new W3CTraceContextPropagator() });
    return tracers;
  }

  private get isJson(): boolean {
    return this.config.protocol === 'http/json';
  }

  private target(signal: 'traces' | 'metrics') {
    const { endpoint, headers } = this.config;
    return { url: `${endpoint}/v1/${signal}`, headers: headers === null ? {} : parseKeyPairsIntoRecord(headers) };
  }

  private warn(reason: string): void {
    if (performance.now() - this.warnedAt < WARN_EVERY_MS) return;
    this.warnedAt = performance.now();
    const { endpoint } = this.config;
    this.logger.warn({ msg: 'telemetry was not exported', endpoint, reason: reason.slice(0, LONGEST_REASON) });
  }
}

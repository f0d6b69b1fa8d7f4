import type { LoggerService } from '@nestjs/common';
import type { Registry } from 'prom-client';
import type { TelemetryConfig } from '../../config/telemetry';

/** The export of traces and metrics. */
export interface Telemetry {
  /** Exports the metrics of `GET /metrics`, now and then. */
  exportMetrics(registry: Registry): void;
  /** Exports what is left, for three seconds at most. Never throws. */
  shutdown(): Promise<void>;
}

/** @returns null when it is off: then no file of the SDK is read */
export async function startTelemetry(config: TelemetryConfig | null, logger: LoggerService): Promise<Telemetry | null> {
  if (config === null) return null;
  const { OtlpTelemetry } = await import('./otlp-telemetry.js');
  return new OtlpTelemetry(config, logger);
}

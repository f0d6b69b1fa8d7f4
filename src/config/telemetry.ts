import type { EnvironmentReader } from './environment-reader';
import type { OtlpProtocol } from './telemetry.variables';

/** Where telemetry goes. The SDK itself reads the other standard variables, such as `OTEL_SERVICE_NAME`. */
export interface TelemetryConfig {
  /** Without a trailing slash, a user or a query. */
  endpoint: string;
  /** As `OTEL_EXPORTER_OTLP_HEADERS`: a secret. */
  headers: string | null;
  protocol: OtlpProtocol;
  traces: boolean;
  metrics: boolean;
  /** Milliseconds. */
  metricInterval: number;
}

/** null when OTEL_EXPORTER_OTLP_ENDPOINT is not set. */
export function readTelemetry(reader: EnvironmentReader): TelemetryConfig | null {
  const endpoint = reader.read('OTEL_EXPORTER_OTLP_ENDPOINT');
  const telemetry = {
    headers: reader.read('OTEL_EXPORTER_OTLP_HEADERS'),
    protocol: reader.read('OTEL_EXPORTER_OTLP_PROTOCOL'),
    traces: reader.read('OTEL_TRACES_EXPORTER') === 'otlp',
    metrics: reader.read('OTEL_METRICS_EXPORTER') === 'otlp',
    metricInterval: reader.read('OTEL_METRIC_EXPORT_INTERVAL'),
  };
  return endpoint === null ? null : { endpoint, ...telemetry };
}

import { baseUrl, integer, oneOf, type Shape, type Variable } from './variable';

const PROTOCOLS = ['http/protobuf', 'http/json'] as const;
const EXPORTERS = ['otlp', 'none'] as const;
export type OtlpProtocol = (typeof PROTOCOLS)[number];

/** Not taken apart here: the value may be anything, also a secret. */
const headers: Shape<string> = {
  parse: (value) =>
    value.split(',').every((part) => /^\s*[\w!#$%&'*+.^`|~-]+\s*=[^\r\n]*$/.test(part)) ? value : null,
  expected: 'a list such as api-key=secret,x-tenant=one, with %-escapes in its values',
  value: 'list of `name=value`',
};

/** Names and meanings are those of the OpenTelemetry specification. */
export const TELEMETRY_VARIABLES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    ...baseUrl,
    default: null,
    unset: 'no telemetry',
    description:
      'Collector that gets [traces and metrics](operations/monitoring.md#opentelemetry) at `/v1/traces` and `/v1/metrics` below this address, such as `http://localhost:4318`.',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    ...headers,
    default: null,
    unset: 'none',
    description: 'Headers for the collector, such as `api-key=…`. A secret: it is never shown.',
  },
  OTEL_EXPORTER_OTLP_PROTOCOL: {
    ...oneOf(PROTOCOLS),
    default: 'http/protobuf',
    description: 'How telemetry is written. There is no gRPC.',
  },
  OTEL_TRACES_EXPORTER: { ...oneOf(EXPORTERS), default: 'otlp', description: '`none`: no traces.' },
  OTEL_METRICS_EXPORTER: {
    ...oneOf(EXPORTERS),
    default: 'otlp',
    description: '`none`: no metrics, for collectors that take traces only.',
  },
  OTEL_METRIC_EXPORT_INTERVAL: {
    ...integer(1_000, 3_600_000),
    default: '60000',
    description: 'Milliseconds between two exports of metrics.',
  },
} satisfies Record<string, Variable<unknown>>;

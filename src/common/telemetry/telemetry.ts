import type { LoggerService } from '@nestjs/common';
import type { TelemetryConfig } from '../../config/telemetry';
import type { OtlpTelemetry } from './otlp-telemetry';

/** @returns null when it is off: then no file of the SDK is read */
export async function startTelemetry(
  config: TelemetryConfig | null,
  logger: LoggerService,
): Promise<OtlpTelemetry | null> {
  if (config === null) return null;
  const { OtlpTelemetry } = await import('./otlp-telemetry.js');
  return new OtlpTelemetry(config, logger);
}

import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api';
import { hrTime, timeInputToHrTime } from '@opentelemetry/core';
import { emptyResource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type CollectionResult,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { Registry } from 'prom-client';

type Given = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number];
type Value = Given['values'][number] & { metricName?: string };

const UNITS: [string, string][] = [
  ['_seconds', 's'],
  ['_bytes', 'By'],
];

/** Metrics of a registry of prom-client, under their own names. */
export class RegistryProducer implements MetricProducer {
  /** Counters begin with the process. */
  private readonly startTime = timeInputToHrTime(performance.timeOrigin);

  constructor(private readonly registry: Registry) {}

  async collect(): Promise<CollectionResult> {
    const given = await this.registry.getMetricsAsJSON();
    const time = { startTime: this.startTime, endTime: hrTime() };
    const metrics = given.map((one) => metricOf(one, time));
    const scopeMetrics = [{ scope: { name: 'software-update-tracker' }, metrics }];
    return { resourceMetrics: { resource: emptyResource(), scopeMetrics }, errors: [] };
  }
}

interface Times {
  startTime: HrTime;
  endTime: HrTime;
}

function metricOf({ name, help, type, values }: Given, times: Times): MetricData {
  const base = name.replace(/_total$/, '');
  const unit = UNITS.find(([end]) => base.endsWith(end))?.[1] ?? '';
  const descriptor = { name, description: help, unit, valueType: ValueType.DOUBLE };
  const aggregationTemporality = AggregationTemporality.CUMULATIVE;
  // The type is declared as a number and is a word.
  const kind = String(type);
  if (kind === 'histogram')
    return {
      ...{ descriptor, aggregationTemporality, dataPointType: DataPointType.HISTOGRAM },
      dataPoints: histogramsOf(values, times),
    };
  const dataPoints = values.map(({ labels, value }) => ({ ...times, attributes: attributesOf(labels), value }));
  if (kind === 'counter')
    return { descriptor, aggregationTemporality, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints };
  return { descriptor, aggregationTemporality, dataPointType: DataPointType.GAUGE, dataPoints };
}

const attributesOf = (labels: Value['labels']): Attributes =>
  Object.fromEntries(Object.entries(labels).map(([key, value]) => [key, value!]));

/** One for each set of labels, of which each bucket, the sum and the number are a value of their own. */
function histogramsOf(values: Value[], times: Times): DataPoint<Histogram>[] {
  const points = new Map<string, DataPoint<Histogram>>();
  let below = 0;
  for (const { labels, value, metricName = '' } of values) {
    const { le, ...rest } = labels as Record<string, string | number>;
    const key = JSON.stringify(rest);
    let point = points.get(key);
    if (!point) {
      below = 0;
      point = { ...times, attributes: rest, value: { buckets: { boundaries: [], counts: [] }, sum: 0, count: 0 } };
      points.set(key, point);
    }
    const { buckets } = point.value;
    if (metricName.endsWith('_sum')) point.value.sum = value;
    else if (metricName.endsWith('_count')) point.value.count = value;
    else {
      // Those of Prometheus count everything below as well.
      buckets.counts.push(value - below);
      below = value;
      if (le !== '+Inf') buckets.boundaries.push(Number(le));
    }
  }
  return [...points.values()];
}

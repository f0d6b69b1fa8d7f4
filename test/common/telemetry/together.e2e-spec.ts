import { Logger } from '@nestjs/common';
import { context, propagation, trace } from '@opentelemetry/api';
import { OtlpTelemetry } from '../../../src/common/telemetry/otlp-telemetry';
import { traceFields, traced } from '../../../src/common/telemetry/tracing';
import { type CollectedSpan, type Collector, startCollector } from '../../setup/collector';
import { eventually } from '../../setup/eventually';
import { type HttpReceiver, outside } from '../../setup/receivers';
import { newUser, track, type Tracked } from '../../setup/tracking';
import { FeedHost } from '../../source/polling/feed-host';
import { PollApp } from '../../source/polling/poll-app';

const LONG_AGO = '2020-01-01 00:00:00.000000';

const world = outside();
let collector: Collector;
let telemetry: OtlpTelemetry;
let host: FeedHost;
let app: PollApp;
let hook: HttpReceiver;

beforeAll(async () => {
  collector = await startCollector();
  host = await new FeedHost().open();
  hook = await world.http();
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_METRICS_EXPORTER: 'none',
  };
  app = await PollApp.start(environment);
  const before = process.env.OTEL_BSP_SCHEDULE_DELAY;
  process.env.OTEL_BSP_SCHEDULE_DELAY = '20';
  telemetry = new OtlpTelemetry(app.test.config.telemetry!, new Logger('telemetry'));
  if (before === undefined) delete process.env.OTEL_BSP_SCHEDULE_DELAY;
  else process.env.OTEL_BSP_SCHEDULE_DELAY = before;
});

afterAll(async () => {
  await telemetry.shutdown();
  for (const one of [trace, context, propagation]) one.disable();
  await app.close();
  await host.close();
  await collector.close();
});

const ofProduct = (name: string, { software }: Tracked): CollectedSpan[] =>
  collector.named(name).filter(({ attributes }) => attributes['software.id'] === software);

/** Products of one user, on 1.0, with sources on the same host. */
async function tracked(count: number, timing: object = {}): Promise<Tracked[]> {
  const settings = { url: hook.url };
  const agent = await newUser(app.test, { type: 'webhook', name: 'hook', settings, ...timing });
  const products: Tracked[] = [];
  for (let number = 0; number < count; number++) products.push(await track(app.test, agent, '1.0.0'));
  for (const { software } of products) {
    host.publish(software, '1.0.0');
    await app.setSource(software, host.json(software)).expect(200);
  }
  await app.poll();
  return products;
}

async function releaseAll(products: Tracked[]): Promise<void> {
  for (const { software } of products) host.publish(software, '2.0.0');
  await app.due(...products.map(({ software }) => software));
  await app.poll();
  await app.test.check();
}

it('products that are polled, stored and checked together keep a trace each', async () => {
  const products = await tracked(5);
  await releaseAll(products);
  hook.will(...products.map(() => 200));
  await app.test.deliver();
  await eventually(() => collector.named('deliver webhook').length === 5);
  const traces = products.map((product) => {
    const checked = ofProduct('check product', product).at(-1)!;
    const polled = ofProduct('poll json', product).find(({ spanId }) => spanId === checked.parentSpanId)!;
    const delivered = collector.named('deliver webhook').find(({ parentSpanId }) => parentSpanId === checked.spanId)!;
    expect(polled.traceId).toBe(checked.traceId);
    expect(delivered.traceId).toBe(checked.traceId);
    return checked.traceId;
  });
  expect(new Set(traces).size).toBe(5);
});

it('a digest is linked to the traces of its lines', async () => {
  const products = await tracked(3, { digest: { every: 'daily', hour: 9 } });
  await releaseAll(products);
  await app.test.database.execute('UPDATE delivery SET collect_at = ? WHERE collect_at IS NOT NULL', [LONG_AGO]);
  const before = collector.named('deliver webhook').length;
  hook.will(200);
  await app.test.deliver();
  await eventually(() => collector.named('deliver webhook').length === before + 1);
  const delivered = collector.named('deliver webhook').at(-1)!;
  const checks = products.map((product) => ofProduct('check product', product).at(-1)!);
  expect(delivered.links!.map(({ spanId }) => spanId).sort()).toEqual(checks.map(({ spanId }) => spanId).sort());
  expect(checks.map(({ traceId }) => traceId)).not.toContain(delivered.traceId);
  expect(delivered.attributes).toMatchObject({ 'delivery.updates': 3 });
});

it('the latest change that is traced leaves its trace', async () => {
  const [product] = await tracked(1);
  await traced('first', {}, () => product!.release('1.1.0'));
  const latest = await traced('second', {}, async () => {
    await product!.release('1.2.0');
    return traceFields().trace_id;
  });
  await app.test.check();
  await eventually(() => ofProduct('check product', product!).at(-1)?.traceId === latest);
  hook.will(200);
  await app.test.deliver();
});

it('an error fails its span by its kind, and its text stays here', async () => {
  const failing = traced('failing', {}, () => Promise.reject(new TypeError('canary of an error')));
  await expect(failing).rejects.toThrow('canary');
  await eventually(() => collector.named('failing').length === 1);
  expect(collector.named('failing')[0]).toMatchObject({
    status: { code: 2 },
    attributes: { 'error.type': 'TypeError' },
  });
  expect(collector.exports.map(({ body }) => body.toString()).join()).not.toContain('canary');
});

it("a request goes on with the caller's trace, and one for health begins none", async () => {
  const id = '0af7651916cd43dd8448eb211c80319c';
  await app.editor.get('/api/v1/software').set('traceparent', `00-${id}-b7ad6b7169203331-01`).expect(200);
  await app.test.http.get('/health/ready').expect(200);
  const ofCaller = () => collector.spans().find(({ traceId }) => traceId === id);
  await eventually(() => ofCaller() !== undefined);
  const request = ofCaller();
  expect(request).toMatchObject({ name: 'GET /api/v1/software', parentSpanId: 'b7ad6b7169203331', kind: 2 });
  expect(collector.spans().filter(({ name }) => name.includes('health'))).toEqual([]);
});

import { join } from 'node:path';
import supertest from 'supertest';
import { product } from '../../setup/catalogue';
import { type Collector, startCollector, valuesOf } from '../../setup/collector';
import { eventually } from '../../setup/eventually';
import { createStage, killAll, logLines, type Server, type Stage } from '../../setup/process';
import { type HttpReceiver, outside } from '../../setup/receivers';

const REPORT = `--require ${JSON.stringify(join(__dirname, '..', '..', 'setup', 'report-packages.cjs'))}`;
const HEADER = 'canary of the collector';

const SECRET = 'whsec_Y2FuYXJ5IHRoYXQgc2lnbnMgYWxsIG9mIHdoYXQgaXMgc2VudA==';

const world = outside();
let collector: Collector;
let hook: HttpReceiver;
let stage: Stage;
let on: Record<string, string>;

beforeEach(async () => {
  collector = await startCollector();
  hook = await world.http();
  stage = await createStage({ WORKER: 'false' });
  on = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/otlp`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_HEADERS: `api-key=${encodeURIComponent(HEADER)}`,
    OTEL_SERVICE_NAME: 'tracker-of-test',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  };
});

afterEach(async () => {
  await killAll();
  await stage.drop();
  await collector.close();
});

const record = product('Traced', ['1.0']);
const importAt = (versions: string[], env: Record<string, string> = on) =>
  stage.json(
    ['catalogue', 'import', '-'],
    JSON.stringify({ ...record, versions: versions.map((version) => ({ version })) }),
    env,
  );

/** Somebody who tracks the product on 1.0 and is told through a webhook. */
async function track({ url }: Server): Promise<string> {
  const { stdout } = await stage.cli(['token', 'create', '--user', 'ada', '--scopes', 'read,write']);
  const token = stdout.trim();
  const agent = supertest.agent(url).set('Authorization', `Bearer ${token}`);
  const settings = { url: `${hook.url}/canary-path`, secret: SECRET };
  await agent.post('/api/v1/channel').send({ type: 'webhook', name: 'hook', settings }).expect(201);
  const { body } = await agent.get('/api/v1/software?q=Traced').expect(200);
  const software = body.data[0].id as string;
  await agent.post('/api/v1/favorite').send({ software, version: '1.0' }).expect(201);
  await agent.get(`/api/v1/software/${software}`).expect(200);
  return token;
}

it('one trace goes from an import over the check to the delivery, each in a process of its own', async () => {
  await importAt(['1.0']);
  const server = await stage.serve(on);
  const token = await track(server);
  await importAt(['1.0', '2.0']);
  await stage.json(['check'], undefined, on);
  hook.will(200);
  await stage.json(['deliver'], undefined, on);
  expect((await server.stop()).code).toBe(0);

  const [, imported] = collector.named('import catalogue');
  const [, batch] = collector.named('import batch');
  const [checked] = collector.named('check product');
  const [delivered] = collector.named('deliver webhook');
  expect(batch).toMatchObject({ traceId: imported!.traceId, parentSpanId: imported!.spanId });
  expect(imported!.parentSpanId ?? '').toBe('');
  expect(checked).toMatchObject({ traceId: batch!.traceId, parentSpanId: batch!.spanId });
  expect(delivered).toMatchObject({ traceId: batch!.traceId, parentSpanId: checked!.spanId });
  expect(delivered!.attributes).toMatchObject({
    'channel.type': 'webhook',
    'delivery.outcome': 'ok',
    'delivery.state': 'sent',
  });
  // The pass has a trace of its own, which the product's part of it leads to.
  const [pass] = collector.named('check');
  expect(checked!.links).toEqual([expect.objectContaining({ traceId: pass!.traceId, spanId: pass!.spanId })]);
  const instances = [batch, checked, delivered].map((span) => span!.resource['service.instance.id']);
  expect(new Set(instances).size).toBe(3);
  expect(delivered!.resource).toMatchObject({
    'service.name': 'tracker-of-test',
    'deployment.environment.name': 'test',
  });

  const requests = collector.spans().filter(({ kind }) => kind === 2);
  expect(requests.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['POST /api/v1/channel', 'POST /api/v1/favorite', 'GET /api/v1/software/:id']),
  );
  expect(requests.find(({ name }) => name === 'POST /api/v1/favorite')!.attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/v1/favorite',
    'http.response.status_code': 201,
    'url.scheme': 'http',
  });

  const counted = collector.metric('http_request_seconds')!;
  expect(counted.unit).toBe('s');
  const point = counted.histogram!.dataPoints.find(
    ({ attributes }) => valuesOf(attributes).route === '/api/v1/favorite',
  )!;
  expect(point).toMatchObject({ count: 1 });
  expect(point.bucketCounts).toHaveLength(point.explicitBounds!.length + 1);
  expect(point.bucketCounts!.reduce((sum, count) => sum + count)).toBe(1);
  expect(collector.metric('process_cpu_seconds_total')!.sum).toMatchObject({ isMonotonic: true });
  expect(collector.metric('process_resident_memory_bytes')).toMatchObject({ unit: 'By' });
  expect(collector.metric('ready')!.gauge!.dataPoints).toHaveLength(1);

  expect(collector.exports.length).toBeGreaterThan(4);
  for (const { path, headers, body } of collector.exports) {
    expect(path).toMatch(/^\/otlp\/v1\/(traces|metrics)$/);
    expect(headers['api-key']).toBe(HEADER);
    const text = body.toString();
    for (const secret of [token, SECRET, 'canary', hook.url, 'ada"', 'q=Traced']) expect(text).not.toContain(secret);
  }
});

it('without the variable no file of the SDK is read, and with it only by what has something to trace', async () => {
  const loadedBy = (stderr: string) => /^from their own files (.*)$/m.exec(stderr)![1]!.split(' ');
  const ofSdk = (stderr: string) => loadedBy(stderr).filter((name) => name.startsWith('@opentelemetry'));
  const served = async (env: Record<string, string>) => {
    const server = await stage.serve({ ...env, NODE_OPTIONS: REPORT });
    return ofSdk((await server.stop()).stderr);
  };
  const ran = async (args: string[], env: Record<string, string>) =>
    ofSdk((await stage.cli(args, undefined, { ...env, NODE_OPTIONS: REPORT })).stderr);
  expect(await served({})).toEqual([]);
  expect(await served(on)).toContain('@opentelemetry/sdk-trace-node');
  expect(await ran(['check'], {})).toEqual([]);
  expect(await ran(['check'], on)).toContain('@opentelemetry/sdk-trace-node');
  expect(await ran(['user', 'list'], on)).toEqual([]);
});

it('protobuf is what it exports by default', async () => {
  await importAt(['1.0'], { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_METRICS_EXPORTER: 'none' });
  const [one] = collector.exports;
  expect(one).toMatchObject({ path: '/v1/traces', headers: { 'content-type': 'application/x-protobuf' } });
  expect(one!.body.toString('latin1')).toContain('import catalogue');
});

it('OTEL_TRACES_SAMPLER decides what is stored and exported', async () => {
  await importAt(['1.0'], { ...on, OTEL_TRACES_SAMPLER: 'always_off' });
  expect(collector.exports).toEqual([]);
});

it.each([
  ['never answers', () => undefined],
  ['answers 500', (response: { writeHead(status: number): { end(): void } }) => response.writeHead(500).end()],
])('a collector that %s keeps no delivery waiting, and is named once', async (_, answer) => {
  await importAt(['1.0'], {});
  collector.answer = answer as Collector['answer'];
  const eager = { OTEL_BSP_SCHEDULE_DELAY: '50', OTEL_METRIC_EXPORT_INTERVAL: '1000', CHECK_EVERY: '1s' };
  const server = await stage.serve({ ...on, ...eager, WORKER: 'true' });
  await track(server);
  await eventually(() => collector.exports.length > 0);
  hook.will(200);
  await importAt(['1.0', '2.0'], {});
  await eventually(() => hook.requests.length === 1);
  await eventually(async () => (await stage.json<{ sent: number }>(['deliver'])).sent === 0);
  const { code, stdout } = await server.stop();
  expect(code).toBe(0);
  const warnings = logLines(stdout).filter(({ msg }) => msg === 'telemetry was not exported');
  expect(warnings).toEqual([expect.objectContaining({ level: 40, endpoint: `${collector.url}/otlp` })]);
});

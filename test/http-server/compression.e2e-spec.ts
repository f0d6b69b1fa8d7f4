import { get, type IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { useApp } from '../setup/app';
import { product } from '../setup/catalogue';
import { eventually } from '../setup/eventually';

const LONG = '/api/v1/software?per_page=200';

const TEST_LIMIT = 1_048_576;

const test = useApp({ UNSENT_LIMIT: String(TEST_LIMIT) });
let token: string;

beforeAll(async () => {
  token = await test.token();
  const versions = Array.from({ length: 100 }, (_, minor) => `1.${minor}`);
  await test.import(
    ...Array.from({ length: 150 }, (_, at) =>
      product(`Product ${String(at).padStart(3, '0')}`, at < 40 ? versions : ['1.0']),
    ),
  );
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** As it was sent. */
  body: Buffer;
}

function ask(path: string, accepted?: string, more: { method?: string; headers?: object } = {}): Promise<Answer> {
  const { hostname, port } = new URL(test.url);
  const encoding = accepted === undefined ? {} : { 'accept-encoding': accepted };
  const headers = { authorization: `Bearer ${token}`, ...encoding, ...more.headers };
  return new Promise((resolve, reject) => {
    get({ hostname, port, path, method: more.method ?? 'GET', headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    }).on('error', reject);
  });
}

describe('a long answer', () => {
  it('is compressed for who accepts it, and is the same', async () => {
    const plain = await ask(LONG);
    expect(plain.headers['content-encoding']).toBeUndefined();
    const compressed = await ask(LONG, 'gzip, deflate, br');
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-store',
      // Strong, so other bytes have another one.
      etag: plain.headers.etag!.replace(/"$/, '-gzip"'),
    });
    expect(compressed.body.length).toBeLessThan(plain.body.length / 4);
    expect(gunzipSync(compressed.body)).toEqual(plain.body);
    for (const { headers } of [plain, compressed]) expect(headers.vary).toMatch(/\bAccept-Encoding\b/);
  });

  it.each(['', 'identity', 'br', 'gzip;q=0', '*;q=0', 'deflate'])(
    'is not with Accept-Encoding: %s',
    async (accepted) => {
      const { headers, body } = await ask(LONG, accepted);
      expect(headers['content-encoding']).toBeUndefined();
      expect(JSON.parse(body.toString()).data).toHaveLength(150);
    },
  );

  it('has a head, and no body when the caller has it', async () => {
    const { headers } = await ask(LONG, 'gzip');
    const head = await ask(LONG, 'gzip', { method: 'HEAD' });
    expect(head.body).toHaveLength(0);
    expect(head.headers).toMatchObject({ 'content-encoding': 'gzip', etag: headers.etag, vary: headers.vary });
    expect(head.headers['content-length'] ?? headers['content-length']).toBe(headers['content-length']);
    const known = await ask(LONG, 'gzip', { headers: { 'if-none-match': headers.etag! } });
    expect([known.status, known.body.length]).toEqual([304, 0]);
    expect(known.headers['content-encoding']).toBeUndefined();
    expect(known.headers.vary).toBe(headers.vary);
  });

  it('is counted as it is while it is compressed, and no longer', async () => {
    const large = '/api/v1/software?per_page=40&includeVersions';
    // More than the share of one caller, and so little that it is not refused.
    expect((await ask(large)).body.length).toBeGreaterThan(TEST_LIMIT / 4);
    expect((await ask(large, 'gzip')).body.length).toBeLessThan(65_536);
    const refused = await eventually(async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => ask(large, 'gzip')));
      const found = answers.find(({ status }) => status === 503);
      expect(found).toBeDefined();
      return found!;
    });
    expect(refused.headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(refused.body.toString())).toMatchObject({ status: 503 });
    for (let round = 0; round < 10; round++) expect((await ask(large, 'gzip')).status).toBe(200);
  });
});

describe('an answer is sent as it is when it', () => {
  it('is short', async () => {
    const { headers } = await ask('/api/v1/profile', 'gzip');
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.vary ?? '').not.toMatch(/Accept-Encoding/);
  });

  it('is to a write, which may show a secret beside what the caller sent', async () => {
    const answer = await (
      await test.as('ada')
    )
      .post('/api/v1/channel')
      .set('Accept-Encoding', 'gzip')
      .send({ type: 'webhook', name: 'long', settings: { url: `http://127.0.0.1:4120/${'long'.repeat(500)}` } });
    expect(answer.status).toBe(201);
    expect(answer.text.length).toBeGreaterThan(2_000);
    expect(answer.headers['content-encoding']).toBeUndefined();
  });

  it('is a problem', async () => {
    const fields = Array.from({ length: 60 }, (_, at) => `field${at}=x`).join('&');
    const { status, headers, body } = await ask(`/api/v1/software?${fields}`, 'gzip');
    expect([status, headers['content-encoding']]).toEqual([400, undefined]);
    expect(body.length).toBeGreaterThan(2_000);
  });
});

describe('the description of the API', () => {
  it('is compressed too', async () => {
    const plain = await ask('/docs/openapi.json', 'identity');
    const compressed = await ask('/docs/openapi.json', 'gzip');
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', etag: plain.headers.etag });
    expect(gunzipSync(compressed.body)).toEqual(plain.body);
    expect(compressed.body.length).toBeLessThan(plain.body.length / 5);
  });
});

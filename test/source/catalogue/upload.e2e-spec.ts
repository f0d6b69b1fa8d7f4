import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import type supertest from 'supertest';
import { useApp } from '../../setup/app';
import { product } from '../../setup/catalogue';

const CATALOGUE = '/api/v1/catalogue';
const NDJSON = 'application/x-ndjson';

describe('POST /api/v1/catalogue', () => {
  const test = useApp({ CATALOGUE_LIMIT: '100000' });
  let token: string;
  let publishers: ReturnType<typeof supertest.agent>;

  beforeAll(async () => {
    token = await test.token('importer', ['catalogue:write']);
    publishers = await test.as('importer', ['catalogue:write']);
  });

  const lines = (...records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

  const post = (body: string | Buffer, type = NDJSON) => {
    const sent = publishers.post(CATALOGUE).set('Content-Type', type);
    // Superagent would make a JSON text out of a Buffer of a type that it does not know.
    return sent.serialize((data: unknown) => data as string).send(body as string);
  };

  it('imports and tells what it did', async () => {
    const record = product('Uploaded', ['1.0', '1.1']);
    const { body } = await post(lines(record)).expect(200);
    const counts = { publishers: 1, software: 1, versions: 2, unchanged: 0, rejected: 0 };
    const summary = { ...counts, rejections: [], warnings: [] };
    expect(body).toEqual({ data: summary });
    const again = await post(lines(record)).expect(200);
    expect(again.body.data).toEqual({ ...summary, publishers: 0, software: 0, versions: 0, unchanged: 1 });
  });

  it.each([NDJSON, 'application/ndjson; charset=utf-8', 'application/jsonl', 'application/json', 'application/gzip'])(
    'takes %s, plain and gzip',
    async (type) => {
      const text = lines(product('Typed', ['1']));
      expect((await post(text, type).expect(200)).body.data).toMatchObject({ software: 1 });
      expect((await post(gzipSync(text), type).expect(200)).body.data).toMatchObject({ unchanged: 1 });
    },
  );

  it('takes gzip that is declared as the encoding', async () => {
    const sent = post(gzipSync(lines(product('Encoded', ['1'])))).set('Content-Encoding', 'gzip');
    expect((await sent.expect(200)).body.data).toMatchObject({ software: 1 });
  });

  it('names the first hundred bad lines, counts all, and takes the good ones', async () => {
    const text = `no JSON\n${lines(product('Good', ['1']))}{}\n${'x\n'.repeat(100)}`;
    const { body } = await post(text).expect(200);
    expect(body.data).toMatchObject({ software: 1, rejected: 102 });
    expect(body.data.rejections).toHaveLength(100);
    expect(body.data.rejections.slice(0, 2)).toEqual([
      { line: 1, field: null, reason: 'the line is not valid JSON' },
      { line: 3, field: 'publisher', reason: 'publisher must be an object' },
    ]);
  });

  it('answers a problem with the same counts when every line is rejected', async () => {
    const { body, headers } = await post(`x\n${lines({ ...product('Bad', ['1']), software: {} })}`).expect(422);
    expect(headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(body).toEqual({
      type: '/docs/problems#nothing-imported',
      title: 'Nothing imported',
      status: 422,
      detail: 'All 2 lines were rejected: see rejections.',
      instance: CATALOGUE,
      ...{ publishers: 0, software: 0, versions: 0, unchanged: 0, rejected: 2 },
      rejections: [
        { line: 1, field: null, reason: 'the line is not valid JSON' },
        { line: 2, field: 'software.name', reason: 'software.name must be text' },
      ],
      warnings: [],
    });
  });

  it('answers 200 when there is nothing to reject, and when a line was known already', async () => {
    expect((await post('\n\n').expect(200)).body.data).toMatchObject({ rejected: 0 });
    const record = lines(product('Known already', ['1']));
    await post(record).expect(200);
    expect((await post(`${record}x\n`).expect(200)).body.data).toMatchObject({ unchanged: 1, rejected: 1 });
  });

  it('reads names of before, and says once what they are called now', async () => {
    const now = product('Renamed', ['1']);
    const source = { type: 'json', settings: { url: 'https://example.org/releases.json', version: '$.version' } };
    const { identity, ...rest } = now;
    const before = { ...rest, source: identity, feed: source };
    const { body } = await post(lines(product('Plain', ['1']), before, { ...before, versions: [] })).expect(200);
    expect(body.data).toMatchObject({ software: 2, rejected: 0 });
    expect(body.data.warnings).toEqual([
      { line: 2, field: 'source', reason: 'source is called identity now; the old name is read until 0.2' },
      { line: 2, field: 'feed', reason: 'feed is called source now; the old name is read until 0.2' },
    ]);
    const again = await post(lines({ ...now, source })).expect(200);
    expect(again.body.data).toMatchObject({ software: 0, unchanged: 1, warnings: [] });
    const wrong = { ...before, feed: { ...source, settings: { ...source.settings, nothing: 1 } } };
    const refused = await post(lines(wrong)).expect(422);
    expect(refused.body.rejections).toMatchObject([{ line: 1, field: 'feed.settings.nothing' }]);
    expect(refused.body.warnings).toMatchObject([{ field: 'source' }, { field: 'feed' }]);
  });

  it('answers 413 to a small body that unpacks to a large one', async () => {
    const { body } = await post(gzipSync(Buffer.alloc(3_000_000, '\n'))).expect(413);
    expect(body.detail).toBe('Unpacked, a catalogue has at most 2000000 bytes.');
  });

  it('needs a token with the scope catalogue:write', async () => {
    const none = test.http.post(CATALOGUE).set('Content-Type', NDJSON).send('');
    expect((await none.expect(401)).headers['www-authenticate']).toMatch(/^Bearer/);
    const other = await test.as('reader', ['read', 'write', 'admin']);
    const { body } = await other.post(CATALOGUE).set('Content-Type', NDJSON).send('{}').expect(403);
    expect(body).toMatchObject({ status: 403, detail: expect.stringContaining('catalogue:write') });
  });

  it.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'])(
    'refuses %s',
    async (type) => {
      const { body, headers } = await post('{}', type).expect(415);
      expect(headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(body.detail).toContain(NDJSON);
    },
  );

  it('refuses a parameter of the query', async () => {
    const sent = publishers.post(`${CATALOGUE}?dry_run=1`).set('Content-Type', NDJSON).send('{}');
    expect((await sent.expect(400)).body.errors).toMatchObject([{ field: 'dry_run' }]);
  });

  it('says that a gzip body is broken, and keeps serving', async () => {
    const whole = gzipSync(lines(product('Broken', ['1'])));
    for (let end = 2; end < whole.length; end += 7) await post(whole.subarray(0, end)).expect(400);
    await post(Buffer.from([0x1f, 0x8b, 1, 2, 3])).expect(400);
    await post(lines(product('After the broken one', ['1']))).expect(200);
  });

  /** Sends bytes for as long as the server takes them. */
  function flood(contentLength?: number): Promise<{ status: number; connection?: string; sent: number }> {
    return new Promise((resolve, reject) => {
      const headers = {
        Authorization: `Bearer ${token}`,
        'Content-Type': NDJSON,
        ...(contentLength ? { 'Content-Length': contentLength } : {}),
      };
      let sent = 0;
      const client = request(`${test.url}${CATALOGUE}`, { method: 'POST', headers });
      const chunk = Buffer.alloc(16_384, '\n');
      const write = () => {
        if (client.destroyed || sent > 50_000_000) return;
        sent += chunk.length;
        client.write(chunk, () => setImmediate(write));
      };
      client.on('response', (response) => {
        const { statusCode, headers: answered } = response;
        response.resume().on('end', () => {
          client.destroy();
          resolve({ status: statusCode!, connection: answered.connection, sent });
        });
      });
      client.on('error', reject);
      write();
    });
  }

  it('answers 413 as soon as the body is too large, however it is sent', async () => {
    for (const length of [undefined, 50_000_000]) {
      const { status, sent } = await flood(length);
      expect(status).toBe(413);
      expect(sent).toBeLessThan(10_000_000);
    }
  });

  it('keeps what was complete when the sender goes away, and keeps serving', async () => {
    const name = 'Sender that goes away';
    const record = { ...product(name, ['1']), publisher: { name } };
    const goAway = (text: string) =>
      new Promise<void>((resolve) => {
        const headers = { Authorization: `Bearer ${token}`, 'Content-Type': NDJSON };
        const client = request(`${test.url}${CATALOGUE}`, { method: 'POST', headers });
        client.on('error', () => resolve());
        client.write(text, () => client.destroy(new Error('gone')));
      });
    for (let round = 0; round < 10; round++) await goAway('\n');
    await goAway(`${lines(record)}{"publisher":`);
    expect((await post(lines(record)).expect(200)).body.data).toMatchObject({ rejected: 0 });
    const stored = await test.database.query(
      'SELECT s.id FROM software s JOIN publisher p ON p.id = s.publisher_id WHERE p.name = ?',
      [name],
    );
    expect(stored).toHaveLength(1);
  });
});

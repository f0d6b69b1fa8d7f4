import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { raw } from '../setup/api';
import { useApp } from '../setup/app';
import { eventually } from '../setup/eventually';

const LIMIT = 65_536;

describe('a body', () => {
  const test = useApp({ BODY_LIMIT: String(LIMIT), BODY_TIMEOUT: '30s' });
  let token: string;

  beforeAll(async () => {
    token = await test.token('ada');
  });

  const head = (headers: string, path = 'PATCH /api/v1/profile') =>
    `${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`;

  /** A connection, and all that came along it so far. */
  async function open(): Promise<{ socket: Socket; text: () => string }> {
    const socket = connect(Number(new URL(test.url).port), '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return { socket, text: () => text };
  }

  const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));

  it.each(['', 'Authorization: Bearer sut_of_nobody\r\n'])(
    'is not waited for without a valid token, and the connection goes on after it (%j)',
    async (authorization) => {
      const { socket, text } = await open();
      const body = '{"time_zone":"UTC"}';
      socket.write(head(`${authorization}Content-Length: ${body.length}`) + body.slice(0, 5));
      await eventually(() => expect(statuses(text())).toEqual([401]));
      socket.write(`${body.slice(5)}GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n`);
      await eventually(() => expect(statuses(text())).toEqual([401, 200]));
      socket.destroy();
    },
  );

  it.each(['PATCH /api/v1/profile', 'POST /nowhere', 'GET /health/live'])(
    'that nobody reads is discarded up to the size that it may have, and then its connection ends: %s',
    async (path) => {
      const { socket, text } = await open();
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.write(head('Transfer-Encoding: chunked', path));
      await eventually(() => expect(statuses(text())).toHaveLength(1));
      const chunk = `1000\r\n${'x'.repeat(4_096)}\r\n`;
      let sent = 0;
      while (!socket.destroyed && sent < 20 * LIMIT) {
        if (!socket.write(chunk)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
        sent += chunk.length;
        await new Promise(setImmediate);
      }
      await closed;
    },
  );

  it('that is larger than that cuts no long answer off', async () => {
    const { socket, text } = await open();
    const size = 4 * LIMIT;
    socket.write(`GET /docs/openapi.json HTTP/1.1\r\nHost: x\r\nContent-Length: ${size}\r\n\r\n`);
    socket.write('x'.repeat(size));
    await eventually(() => {
      const [answerHead, body] = text().split('\r\n\r\n');
      expect(Buffer.byteLength(body!)).toBe(Number(/content-length: (\d+)/i.exec(answerHead!)![1]));
    });
    socket.destroy();
  });

  it('is asked for with 100 Continue only when it is going to be read', async () => {
    const body = '{"time_zone":"Europe/Paris"}';
    const expecting = `Content-Length: ${body.length}\r\nExpect: 100-continue`;
    const refused = await raw(test, head(expecting));
    expect([refused.status, refused.headers.connection]).toEqual([401, 'close']);

    const { socket, text } = await open();
    socket.write(head(`Authorization: Bearer ${token}\r\n${expecting}`));
    await eventually(() => expect(statuses(text())).toEqual([100]));
    socket.write(body);
    await eventually(() => expect(statuses(text())).toEqual([100, 200]));
    socket.destroy();
  });

  it('of a catalogue is asked for as well', async () => {
    const uploader = await test.token('uploader', ['catalogue:write']);
    const { socket, text } = await open();
    const headers = `Authorization: Bearer ${uploader}\r\nContent-Length: 1\r\nExpect: 100-continue`;
    socket.write(head(headers, 'POST /api/v1/catalogue'));
    await eventually(() => expect(statuses(text())).toEqual([100]));
    socket.write('\n');
    await eventually(() => expect(statuses(text())).toEqual([100, 200]));
    socket.destroy();
  });
});

import type { ReceivedRequest } from './peers';
import { json, jsonBody, provider } from './provider';
import { type Stage, stringsIn } from './stage';

const TOKEN = 'syt_canary_XXXXXXXXXXXXXXXXXXXX_000000';
const ROOM = '!abcdefghijklmnop:example.org';

export interface MatrixBody {
  msgtype: string;
  body: string;
  format: string;
  formatted_body: string;
  'm.mentions': object;
}

/** https://spec.matrix.org/latest/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid */
function check(request: ReceivedRequest): void {
  expect(request.method).toBe('PUT');
  const parts = request.path.slice(1).split('/').map(decodeURIComponent);
  expect(parts.slice(0, 7)).toEqual(['_matrix', 'client', 'v3', 'rooms', ROOM, 'send', 'm.room.message']);
  expect(parts).toHaveLength(8);
  expect(request.headers.authorization).toBe(`Bearer ${TOKEN}`);
  expect(Buffer.byteLength(request.body)).toBeLessThan(60_000);
  const body = jsonBody<MatrixBody>(request);
  expect([body.msgtype, body.format, body['m.mentions']]).toEqual(['m.notice', 'org.matrix.custom.html', {}]);
  expect(body.body.length).toBeGreaterThan(0);
  const foreign = body.formatted_body.replace(/<\/?b>|<br>|<a href="https?:\/\/[^"<>]*">|<\/a>/g, '');
  expect(foreign).not.toMatch(/[<>"']/);
}

const error = (errcode: string, more: object = {}) => json({ errcode, error: 'as scripted', ...more });

export async function stage(): Promise<Stage> {
  const { receiver, refuse, answer } = await provider({
    check,
    success: () => [200, { 'content-type': 'application/json' }, json({ event_id: '$abc' })],
    refusal: [413, {}, error('M_TOO_LARGE')],
    busy: [429, {}, error('M_LIMIT_EXCEEDED', { retry_after_ms: 2000 })],
  });
  return {
    settings: { server: `${receiver.url}/`, token: TOKEN, room: ROOM },
    markup: 'html',
    received: () =>
      receiver.requests.map(({ path, body }) => {
        const sent = JSON.parse(body) as MatrixBody;
        return { key: path.split('/').at(-1)!, texts: stringsIn(sent), sent: [sent.formatted_body] };
      }),
    refuse,
    answer,
    answers: [
      ['bad JSON', [400, {}, error('M_BAD_JSON')], { kind: 'dead', code: 400 }],
      ['too large', [413, {}, error('M_TOO_LARGE')], { kind: 'dead', code: 413 }],
      ['no token', [401, {}, error('M_MISSING_TOKEN')], { kind: 'disable', code: 401 }],
      ['bad token', [401, {}, error('M_UNKNOWN_TOKEN', { soft_logout: true })], { kind: 'disable', code: 401 }],
      ['not in the room', [403, {}, error('M_FORBIDDEN')], { kind: 'disable', code: 403 }],
      ['deactivated', [403, {}, error('M_USER_DEACTIVATED')], { kind: 'disable', code: 403 }],
      ['no room', [404, {}, error('M_NOT_FOUND')], { kind: 'dead', code: 404, refusal: true }],
      ['no homeserver here', [404, {}, error('M_UNRECOGNIZED')], { kind: 'dead', code: 404 }],
      ['a name that objects have', [400, {}, error('constructor')], { kind: 'dead', code: 400 }],
      [
        'too many, the older way',
        [429, {}, error('M_LIMIT_EXCEEDED', { retry_after_ms: 2345 })],
        { kind: 'retry', code: 429, after: 3 },
      ],
      [
        'too many, the newer way',
        [429, { 'retry-after': '9' }, error('M_LIMIT_EXCEEDED', { retry_after_ms: 2345 })],
        { kind: 'retry', code: 429, after: 9 },
      ],
      ['at fault', [500, {}, error('M_UNKNOWN')], { kind: 'retry', code: 500 }],
    ],
  };
}

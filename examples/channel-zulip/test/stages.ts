import { type Answer, type ChannelStage, httpReceiver, type ReceivedRequest } from 'tracker-plugin-kit/testing';

const BOT = 'updates-bot@example.com';
const KEY = 'canary0123456789abcdefghijklmnop';

const formOf = ({ body }: ReceivedRequest) => new URLSearchParams(body);
const json = (value: object) => JSON.stringify(value);
const error = (code: string, msg: string) => json({ result: 'error', msg, code });
const ACCEPTED: Answer = [200, { 'content-type': 'application/json' }, json({ result: 'success', msg: '', id: 42 })];
const BASIC = `Basic ${Buffer.from(`${BOT}:${KEY}`).toString('base64')}`;

/** What Zulip would refuse: https://zulip.com/api/send-message */
function faultOf(request: ReceivedRequest): Answer | null {
  const { type, to, topic = '', content = '', ...rest } = Object.fromEntries(formOf(request));
  if (request.method !== 'POST' || request.path !== '/sub/api/v1/messages') return [404, {}, 'Not found'];
  if (request.headers.authorization !== BASIC) return [401, {}, error('UNAUTHORIZED', 'Invalid API key')];
  if (request.headers['content-type'] !== 'application/x-www-form-urlencoded') return [400, {}, 'no form'];
  if (type !== 'stream' || to !== 'updates') return [400, {}, error('STREAM_DOES_NOT_EXIST', `No channel '${to}'`)];
  if (topic === '' || topic.length > 60) return [400, {}, error('BAD_REQUEST', 'Invalid topic')];
  if (content.trim() === '' || [...content].length > 10_000) return [400, {}, error('BAD_REQUEST', 'Invalid content')];
  return Object.keys(rest).length > 0 ? [400, {}, error('BAD_REQUEST', 'Unknown parameters')] : null;
}

async function zulip(): Promise<ChannelStage> {
  const receiver = await httpReceiver();
  receiver.respond = (_number, request) => faultOf(request) ?? ACCEPTED;
  const answer = (given: Answer) => void (receiver.respond = () => given);
  return {
    settings: { server: `${receiver.url}/sub/`, bot: BOT, api_key: KEY, channel: 'updates' },
    keyed: false,
    markup: 'markdown',
    received: () =>
      receiver.requests.map((request) => {
        const texts = [...formOf(request).values()];
        return { key: /Ref\. ([0-9a-f]{8})/.exec(texts.join('\n'))?.[1] ?? '', texts };
      }),
    refuse: (how) => answer(how === 'now' ? [503, {}, 'down'] : [400, {}, error('BAD_REQUEST', 'Missing content')]),
    answer,
    answers: [
      ['a wrong key', [401, {}, error('UNAUTHORIZED', 'Invalid API key')], { kind: 'dead', code: 401 }],
      [
        'no such channel',
        [400, {}, error('STREAM_DOES_NOT_EXIST', "Channel 'x' does not exist")],
        { kind: 'dead', code: 400, refusal: true },
      ],
      [
        'too often',
        [429, { 'retry-after': '28.7' }, error('RATE_LIMIT_HIT', 'Too often')],
        { kind: 'retry', code: 429 },
      ],
      ['a fault', [500, {}, 'Internal server error'], { kind: 'retry', code: 500 }],
    ],
  };
}

export const channels = { zulip };

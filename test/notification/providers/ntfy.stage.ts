import { firstFault, hasOnly, isUrl, jsonProvider } from './provider';
import type { Stage } from './stage';

interface Sent {
  topic: string;
  title: string;
  message: string;
  tags: string[];
  priority: number;
  click?: string;
  actions: { action: string; label: string; url: string }[];
  sequence_id: string;
}

const KEYS = ['topic', 'title', 'message', 'tags', 'priority', 'click', 'actions', 'sequence_id'];
const error = (code: number, http: number, text: string) => JSON.stringify({ code, http, error: text });

export async function stage(): Promise<Stage> {
  const { receiver, stage } = await jsonProvider<Sent>({
    wrong: (sent, { path, headers, body }) =>
      firstFault({
        path: path !== '/',
        authorization: headers.authorization !== 'Bearer tk_canaryAgQdq7mVBoFD37zQVN29Rhu',
        keys: !hasOnly(sent, KEYS),
        topic: !/^[-_A-Za-z0-9]{1,64}$/.test(sent.topic),
        'message is empty or becomes a file': sent.message.length === 0 || Buffer.byteLength(sent.message) > 4096,
        'title over 1 KB': Buffer.byteLength(sent.title) > 1024,
        'title would be decoded': /=\?[^?]+\?[bq]\?/i.test(sent.title),
        'tags over 512 bytes': Buffer.byteLength(sent.tags.join(',')) > 512,
        'JSON body too large': Buffer.byteLength(body) > 8192,
        priority: ![1, 2, 3, 4, 5].includes(sent.priority),
        click: sent.click !== undefined && !isUrl(sent.click),
        'too many actions': sent.actions.length > 3,
        actions: sent.actions.some(({ action, label, url }) => action !== 'view' || !label || !isUrl(url)),
        'sequence id': !/^[-_A-Za-z0-9]{1,64}$/.test(sent.sequence_id),
      }),
    accepted: [
      200,
      { 'content-type': 'application/json' },
      '{"id":"hwQ2YpKdmg","time":1795230000,"event":"message","topic":"x"}',
    ],
    refused: (problem) => [400, {}, error(40024, 400, `invalid request: ${problem}`)],
    busy: [500, {}, error(50001, 500, 'internal server error')],
    key: ({ sequence_id }) => sequence_id,
  });
  return {
    settings: {
      topic: 'canary-topic-7f3a9c',
      server: `${receiver.url}/`,
      token: 'tk_canaryAgQdq7mVBoFD37zQVN29Rhu',
      username: 'phil',
      password: 'canary-password',
    },
    markup: { none: 'https://docs.ntfy.sh/publish/#markdown-formatting: only when it is asked for' },
    ...stage,
    answers: [
      ['a disallowed topic', [400, {}, error(40010, 400, 'topic name is disallowed')], { kind: 'dead', code: 400 }],
      ['no credentials', [401, {}, error(40101, 401, 'unauthorized')], { kind: 'dead', code: 401 }],
      ['no right to write', [403, {}, error(40301, 403, 'forbidden')], { kind: 'dead', code: 403 }],
      ['too large', [413, {}, error(41303, 413, 'JSON body too large')], { kind: 'dead', code: 413 }],
      ['too many', [429, {}, error(42901, 429, 'too many requests')], { kind: 'retry', after: 60, wholeHost: false }],
      ['the quota of the day', [429, {}, error(42908, 429, 'too many messages')], { kind: 'retry', after: 3600 }],
      ['a page of a proxy', [502, {}, '<html>'], { kind: 'retry', code: 502 }],
    ],
  };
}

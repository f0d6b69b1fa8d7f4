import { firstFault, hasOnly, isText, jsonProvider } from './provider';
import type { Stage } from './stage';

export interface AppriseSent {
  title: string;
  body: string;
  type: string;
  format: string;
  tag?: string;
}

const KEYS = ['title', 'body', 'type', 'format', 'tag'];
const error = (text: string) => JSON.stringify({ error: text });

export const appriseProvider = () =>
  jsonProvider<AppriseSent>({
    wrong: (sent, { path }) =>
      firstFault({
        path: path !== '/tools/notify/canary-team',
        keys: !hasOnly(sent, KEYS),
        body: !isText(sent.body, 2_000 - sent.title.length),
        type: !['info', 'success', 'warning', 'failure'].includes(sent.type),
        format: !['text', 'markdown', 'html'].includes(sent.format),
        tag: sent.tag !== 'phone',
      }),
    accepted: [200, { 'content-type': 'application/json' }, '{"error":null,"details":[]}'],
    refused: (problem) => [400, {}, error(problem)],
    key: ({ body }) => / · Ref\. (\w{8})/.exec(body)?.[1] ?? '',
  });

export async function stage(): Promise<Stage> {
  const { receiver, stage } = await appriseProvider();
  return {
    settings: { key: 'canary-team', tag: 'phone' },
    environment: { appriseUrl: `${receiver.url}/tools`, outboundAllow: [] },
    keyed: false,
    ...stage,
    answers: [
      ['nothing stored', [204], { kind: 'dead', code: 204, refusal: true }],
      ['a bad body', [400, {}, error('Payload lacks minimum requirements')], { kind: 'dead', code: 400 }],
      ['a loop', [405, {}, error('recursion')], { kind: 'dead', code: 405 }],
      ['a loop, of later versions', [406, {}, error('recursion limit')], { kind: 'dead', code: 406 }],
      [
        'one that failed',
        [424, {}, error('One or more notification could not be sent')],
        { kind: 'retry', unknown: true },
      ],
      ['too large', [431, {}, error('payload too large')], { kind: 'dead', code: 431 }],
      ['a login before it', [401], { kind: 'retry', code: 401, transport: true }],
      ['a fault', [500], { kind: 'retry', code: 500 }],
    ],
  };
}

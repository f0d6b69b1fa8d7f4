import { firstFault, hasOnly, isText, isUrl, jsonProvider } from './provider';
import type { Stage } from './stage';

interface Sent {
  token: string;
  user: string;
  device?: string;
  title: string;
  message: string;
  url?: string;
  url_title?: string;
  timestamp: number;
}

const KEYS = ['token', 'user', 'device', 'title', 'message', 'url', 'url_title', 'timestamp'];
const points = (text = '') => [...text].length;
const error = (field: object, ...errors: string[]) =>
  JSON.stringify({ ...field, errors, status: 0, request: '5042853c' });

export async function stage(): Promise<Stage> {
  const { receiver, stage } = await jsonProvider<Sent>({
    wrong: (sent, { path }) =>
      firstFault({
        path: path !== '/1/messages.json',
        keys: !hasOnly(sent, KEYS),
        token: sent.token !== 'canaryaGDORePK8gMaC0QOYAMyEEuz',
        user: sent.user !== 'canaryuQiRzpo4DXghDmr9QzzfQu27',
        'message cannot be blank': !isText(sent.message.trim()),
        'message is too long': points(sent.message) > 1024,
        'title is too long': !isText(sent.title) || points(sent.title) > 250,
        url: sent.url !== undefined && (!isUrl(sent.url) || points(sent.url) > 512),
        'url title': points(sent.url_title) > 100,
        timestamp: !Number.isInteger(sent.timestamp) || sent.timestamp > 4_000_000_000,
      }),
    accepted: [200, {}, '{"status":1,"request":"647d2300-702c-4b38-8b2f-d56326ae460b"}'],
    refused: (problem) => [400, {}, error({}, problem)],
    key: ({ message }) => / · Ref\. (\w{8})/.exec(message)?.[1] ?? '',
  });
  const reset = String(Math.floor(Date.now() / 1000) + 20_000_000);
  return {
    settings: {
      token: 'canaryaGDORePK8gMaC0QOYAMyEEuz',
      user_key: 'canaryuQiRzpo4DXghDmr9QzzfQu27',
      device: 'pixel-9',
      server: `${receiver.url}/`,
    },
    keyed: false,
    markup: { none: 'https://pushover.net/api#html: only when it is asked for' },
    ...stage,
    answers: [
      [
        'an unknown application',
        [400, {}, error({ token: 'invalid' }, 'application token is invalid')],
        { kind: 'dead', code: 400, refusal: true },
      ],
      [
        'an unknown user',
        [400, {}, error({ user: 'invalid' }, 'user identifier is not a valid user, group, or subscribed user key')],
        { kind: 'dead', code: 400, refusal: true },
      ],
      [
        'an empty message',
        [400, {}, error({ message: 'cannot be blank' }, 'message cannot be blank')],
        { kind: 'dead' },
      ],
      ['status 0 with 200', [200, {}, error({}, 'odd')], { kind: 'dead', code: 200 }],
      ['the month is used up', [429, { 'x-limit-app-reset': reset }], { kind: 'retry', code: 429, after: 86_400 }],
      ['too many', [429], { kind: 'retry', code: 429, after: 60 }],
      ['a fault', [500], { kind: 'retry', code: 500, after: 5 }],
    ],
  };
}

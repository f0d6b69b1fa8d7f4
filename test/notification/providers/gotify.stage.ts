import { firstFault, isText, isUrl, jsonProvider } from './provider';
import type { Stage } from './stage';

interface Sent {
  title: string;
  message: string;
  priority: number;
  extras: {
    'client::display': { contentType: string };
    'client::notification'?: { click: { url: string } };
  };
}

const error = (errorCode: number, word: string, errorDescription: string) =>
  JSON.stringify({ error: word, errorCode, errorDescription });

export async function stage(): Promise<Stage> {
  const { receiver, stage } = await jsonProvider<Sent>({
    wrong: ({ title, message, priority, extras }, { path, headers }) =>
      firstFault({
        path: path !== '/sub/message',
        token: headers['x-gotify-key'] !== 'A.canaryGKJ7bZ1',
        title: !isText(title, 250),
        message: !isText(message) || Buffer.byteLength(message) > 10_000,
        priority: !(Number.isInteger(priority) && priority >= 0 && priority <= 10),
        'content type of the message': extras['client::display'].contentType !== 'text/plain',
        click: 'client::notification' in extras && !isUrl(extras['client::notification']?.click.url),
      }),
    accepted: [
      200,
      { 'content-type': 'application/json' },
      '{"id":25,"appid":5,"message":"m","title":"t","priority":5}',
    ],
    refused: (problem) => [400, {}, error(400, 'Bad Request', problem)],
    key: ({ message }) => / · Ref\. (\w{8})/.exec(message)?.[1] ?? '',
  });
  return {
    settings: { server: `${receiver.url}/sub/`, token: 'A.canaryGKJ7bZ1' },
    keyed: false,
    markup: { none: 'https://gotify.net/docs/msgextras: text/plain' },
    ...stage,
    answers: [
      [
        'a wrong token',
        [401, {}, error(401, 'Unauthorized', 'you need to provide a valid access token')],
        { kind: 'dead', code: 401 },
      ],
      ['a client token', [403, {}, error(403, 'Forbidden', 'you are not allowed')], { kind: 'dead', code: 403 }],
      ['no Gotify', [404, {}, error(404, 'Not Found', 'page not found')], { kind: 'dead', code: 404 }],
      ['a fault', [500, {}, error(500, 'Internal Server Error', 'database is locked')], { kind: 'retry', code: 500 }],
    ],
  };
}

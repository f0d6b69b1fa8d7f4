import { firstFault, hasOnly, isText, jsonProvider } from './provider';
import type { Stage } from './stage';

export interface AlertSent {
  message: string;
  alias: string;
  description: string;
  tags: string[];
  priority: string;
  source: string;
  details: Record<string, string>;
}

const KEYS = ['message', 'alias', 'description', 'tags', 'priority', 'source', 'details'];
const error = (message: string) => JSON.stringify({ message, took: 0.001, requestId: '43a29c5c' });

/** The Alert API of Opsgenie and of Jira Service Management. */
export const alertProvider = (path: string, apiKey: string) =>
  jsonProvider<AlertSent>({
    wrong: (sent, request) =>
      firstFault({
        path: request.path !== `${path}/v2/alerts`,
        authorization: request.headers.authorization !== `GenieKey ${apiKey}`,
        keys: !hasOnly(sent, KEYS),
        message: !isText(sent.message, 130),
        alias: !isText(sent.alias, 512),
        description: !isText(sent.description, 15_000),
        'tags, at most 20 of 50': sent.tags.length > 20 || sent.tags.some((tag) => !isText(tag, 50)),
        priority: !/^P[1-5]$/.test(sent.priority),
        source: !isText(sent.source, 100),
        'a tag in the text': /<[a-z/!?@]/i.test(sent.message + sent.description),
      }),
    accepted: [202, {}, '{"result":"Request will be processed","took":0.302,"requestId":"43a29c5c"}'],
    refused: (problem) => [422, {}, error(`Request body is not processable: ${problem}`)],
    busy: [503, {}, error('Service unavailable')],
    key: ({ details }) => details.delivery ?? '',
  });

export async function alertStage(path: string, settings: Stage['settings'] = {}): Promise<Stage> {
  const apiKey = 'canary-a1b2c3d4-0000-4000-8000';
  const { receiver, stage } = await alertProvider(path, apiKey);
  return {
    settings: { api_key: apiKey, ...settings, server: `${receiver.url}${path}/` },
    ...stage,
    answers: [
      ['a wrong key', [401, {}, error('Could not authenticate')], { kind: 'dead', code: 401 }],
      ['a key without the right', [403, {}, error('You are not authorized')], { kind: 'dead', code: 403 }],
      ['not processable', [422, {}, error('Request body is not processable')], { kind: 'dead', code: 422 }],
      ['too many', [429, {}, error('You are making too many requests!')], { kind: 'retry', code: 429, after: 60 }],
      ['a fault', [500, {}, error('Internal Server Error')], { kind: 'retry', code: 500 }],
    ],
  };
}

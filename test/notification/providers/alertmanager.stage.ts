import { firstFault, hasOnly, isUrl, jsonProvider } from './provider';
import type { Stage } from './stage';

export interface AlertmanagerSent {
  labels: Record<string, string>;
  annotations: Record<string, string>;
  startsAt: string;
  endsAt: string;
  generatorURL?: string;
}

const KEYS = ['labels', 'annotations', 'startsAt', 'endsAt', 'generatorURL'];
const LABEL_NAME = /^[a-zA-Z_][a-zA-Z0-9_]*$/;
/** RFC 3339, as Go reads it. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** As Alertmanager 0.28 checks alerts: `Alert.Validate` in types/types.go. */
export const alertmanagerProvider = (authorization: string | undefined) =>
  jsonProvider<AlertmanagerSent[]>({
    wrong: (sent, { path, headers }) => {
      if (!Array.isArray(sent) || sent.length !== 1) return 'not a list';
      const [{ labels, annotations, startsAt, endsAt, generatorURL }] = sent as [AlertmanagerSent];
      const names = [...Object.keys(labels), ...Object.keys(annotations)];
      return firstFault({
        path: path !== '/am/api/v2/alerts',
        authorization: headers.authorization !== authorization,
        keys: !hasOnly(sent[0]!, KEYS),
        'at least one label pair required': !labels.alertname,
        'invalid label name': names.some((name) => !LABEL_NAME.test(name)),
        'values must be texts': [...Object.values(labels), ...Object.values(annotations)].some(
          (value) => typeof value !== 'string',
        ),
        moments: !MOMENT.test(startsAt) || !MOMENT.test(endsAt),
        'start time must be before end time': Date.parse(startsAt) > Date.parse(endsAt),
        'has ended': Date.parse(endsAt) < Date.now() + 3_600_000,
        generatorURL: generatorURL !== undefined && !isUrl(generatorURL),
      });
    },
    accepted: [200],
    refused: (problem) => [400, {}, JSON.stringify(problem)],
    busy: [500, {}, '"cluster is not ready"'],
    key: ([alert]) => JSON.stringify(alert?.labels),
  });

export async function stage(): Promise<Stage> {
  const { receiver, stage } = await alertmanagerProvider('Bearer canary-token');
  const annotations = (index: number) => {
    const [alert] = JSON.parse(receiver.requests[index]!.body) as [AlertmanagerSent];
    return Object.values(alert.annotations);
  };
  return {
    settings: {
      urls: [`${receiver.url}/am/`],
      token: 'canary-token',
      username: 'tracker',
      password: 'canary-password',
    },
    keyed: false,
    ...stage,
    // Receivers compare labels, so these are changed as little as possible; templates show annotations.
    received: () => stage.received().map((one, index) => ({ ...one, sent: annotations(index) })),
    answers: [
      ['a bad label', [400, {}, '"bad label"'], { kind: 'dead', code: 400 }],
      ['no credentials', [401], { kind: 'dead', code: 401 }],
      ['too many', [429], { kind: 'retry', code: 429, after: 60 }],
      ['a fault', [500, {}, '"oops"'], { kind: 'retry', code: 500 }],
      ['starting', [503, { 'retry-after': '30' }], { kind: 'retry', code: 503, after: 30 }],
    ],
  };
}

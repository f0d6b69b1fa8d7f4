import { firstFault, hasOnly, isText, jsonProvider } from './provider';
import type { Stage } from './stage';

interface Sent {
  message_type: string;
  entity_id: string;
  entity_display_name: string;
  state_message: string;
  monitoring_tool: string;
  state_start_time: number;
}

const KEYS = [
  'message_type',
  'entity_id',
  'entity_display_name',
  'state_message',
  'monitoring_tool',
  'state_start_time',
];
const PATH = '/integrations/generic/20131114/alert/canary-a1b2c3d4/canary-team';

export async function stage(): Promise<Stage> {
  const { receiver, stage } = await jsonProvider<Sent>({
    wrong: (sent, { path }) =>
      firstFault({
        path: path !== PATH,
        keys: !hasOnly(sent, KEYS),
        message_type: !['CRITICAL', 'WARNING', 'INFO', 'ACKNOWLEDGEMENT', 'RECOVERY'].includes(sent.message_type),
        entity_id: !isText(sent.entity_id),
        entity_display_name: !isText(sent.entity_display_name),
        state_message: !isText(sent.state_message, 20_480),
        state_start_time: !Number.isInteger(sent.state_start_time),
      }),
    accepted: [200, {}, '{"result":"success","entity_id":"x"}'],
    refused: (problem) => [400, {}, JSON.stringify({ result: 'failure', messages: problem })],
    key: ({ entity_id }) => entity_id,
  });
  return {
    settings: {
      api_key: 'canary-a1b2c3d4',
      routing_key: 'canary-team',
      message_type: 'INFO',
      server: `${receiver.url}/`,
    },
    keyed: false,
    ...stage,
    answers: [
      ['a failure with 200', [200, {}, '{"result":"failure","messages":"no"}'], { kind: 'dead', code: 200 }],
      ['a wrong key', [404], { kind: 'dead', code: 404 }],
      ['forbidden', [403], { kind: 'dead', code: 403 }],
      ['too many', [429], { kind: 'retry', code: 429, after: 60 }],
      ['a fault', [500], { kind: 'retry', code: 500 }],
    ],
  };
}

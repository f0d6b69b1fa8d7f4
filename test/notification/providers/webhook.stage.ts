import { httpReceiver } from './peers';
import { type Stage, stringsIn } from './stage';

export async function stage(): Promise<Stage> {
  const receiver = await httpReceiver();
  return {
    settings: { url: `${receiver.url}/path`, secret: 'whsec_canaryMfKQ9r8GKYqrTwjUPD8ILPZIo2' },
    forPrograms: true,
    markup: { none: 'data in JSON, which nobody shows as it is' },
    received: () =>
      receiver.requests.map(({ headers, body }) => ({
        key: String(headers['webhook-id']),
        texts: stringsIn(JSON.parse(body)),
      })),
    refuse: (how) => (receiver.respond = () => [how === 'now' ? 503 : 400]),
    answer: (answer) => (receiver.respond = () => answer),
    answers: [
      ['a redirect', [308, { location: 'https://example.com/' }], { kind: 'dead', code: 308 }],
      ['gone', [410], { kind: 'disable', code: 410 }],
      ['too many', [429], { kind: 'retry', code: 429, after: 60 }],
      ['busy', [503, { 'retry-after': '120' }], { kind: 'retry', code: 503, after: 120 }],
    ],
  };
}

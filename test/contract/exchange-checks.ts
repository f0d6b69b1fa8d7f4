import type { Channel } from '../../src/notification/providers/channel';
import { testMessage } from '../../src/notification/rendering/message';
import { alterAnswers, type Answer, type ReceivedRequest } from '../notification/providers/peers';
import type { Stage } from '../notification/providers/stage';
import { leaksOf } from './leaks';
import { must } from './must';
import { send } from './send';
import { connectionsBeside, listening } from './watching';

/** In each answer of the provider: a channel may tell what it means by its code, in words of its own. */
const OF_THE_ANSWER = 'canary of the answer';
const STATUSES = [200, 302, 400, 401, 403, 404, 409, 410, 413, 422, 429, 500, 502, 503];

/** Around OutgoingHttp there is no guard of addresses and no limit. Mail goes to the operator's relay. */
export async function connectsByOutgoingHttp(channel: Channel, stage: Stage): Promise<void> {
  const relay = stage.environment?.smtpUrl ? new URL(stage.environment.smtpUrl).host : null;
  const beside = await connectionsBeside(async () => {
    await send(channel, stage);
    await send(channel, stage, testMessage('2026-11-21T03:00:00Z'));
    if (stage.refuse === null) return;
    stage.refuse('now');
    await send(channel, stage);
  });
  const around = beside.filter((target) => target !== relay);
  must('It must connect by what it is given only, `web` or `OutgoingHttp`', () =>
    expect({ 'connections that did not go through OutgoingHttp': around }).toEqual({
      'connections that did not go through OutgoingHttp': [],
    }),
  );
}

/** What a receiver answers may be a page of somebody's network, or the very request with its secrets. */
export async function repeatsNothing(channel: Channel, stage: Stage): Promise<void> {
  if (stage.refuse === null) return;
  const leaksIn = leaksOf(channel.settingsClass, stage.settings, stage.environment);
  for (const how of ['now', 'for good'] as const) {
    stage.refuse(how);
    for (const [which, altered] of alterations()) {
      alterAnswers(altered);
      const { said, outcome } = await listening(() => send(channel, stage));
      const { reason = '' } = outcome;
      const found = { reason: leaksIn(reason), log: said.filter((line) => leaksIn(line).length > 0) };
      must(`After ${which}, the reason "${reason}" or the log repeats what only the provider may see`, () =>
        expect(found).toEqual({ reason: [], log: [] }),
      );
    }
  }
}

type Alteration = (answer: Answer, request: ReceivedRequest) => Answer;

function* alterations(): Generator<[string, Alteration]> {
  yield [
    "the provider's refusal, every text of it changed",
    ([status, headers, body]) => [status, headers, changed(body)],
  ];
  yield [
    "the provider's refusal, with more in every text",
    ([status, headers, body]) => [status, headers, longer(body)],
  ];
  for (const status of STATUSES) {
    yield [`${status} with the request in it`, (_answer, request) => [status, HEADERS, echoOf(request)]];
    yield [`${status} with a page`, () => [status, HEADERS, `<title>${OF_THE_ANSWER}</title><p>${OF_THE_ANSWER}`]];
  }
}

const HEADERS = {
  'x-error': OF_THE_ANSWER,
  'www-authenticate': `Bearer error_description="${OF_THE_ANSWER}"`,
  location: `http://127.0.0.1:1/${OF_THE_ANSWER.replaceAll(' ', '-')}`,
  'retry-after': '7',
};

/** As helpful servers do: what they were asked, under the names of an error's fields. */
function echoOf({ path, headers, body }: ReceivedRequest): string {
  const text = `${OF_THE_ANSWER}: ${path} ${JSON.stringify(headers)} ${body}`;
  const fields = ['message', 'error', 'description', 'reason', 'detail', 'title', 'errors', 'problem'];
  return JSON.stringify(Object.fromEntries(fields.map((name) => [name, name === 'errors' ? [text] : text])));
}

const changed = (body: Answer[2]) => withTexts(body, () => OF_THE_ANSWER);
const longer = (body: Answer[2]) => withTexts(body, (text) => `${text} (${OF_THE_ANSWER})`);

/** Every text of a body of JSON, or the whole of another one. */
function withTexts(body: Answer[2] = '', by: (text: string) => string): string {
  try {
    return JSON.stringify(JSON.parse(String(body)), (_name, value: unknown) =>
      typeof value === 'string' ? by(value) : value,
    );
  } catch {
    return by(String(body));
  }
}

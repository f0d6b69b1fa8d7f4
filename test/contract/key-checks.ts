import type { Channel } from '../../src/notification/providers/channel';
import { type Message, testMessage } from '../../src/notification/rendering/message';
import {
  digest,
  disabledMessage,
  failingMessage,
  message,
  riskMessage,
  supportMessage,
  vulnerability,
} from '../notification/providers/peers';
import type { Stage } from '../notification/providers/stage';
import { must } from './must';
import { send, sendAs } from './send';

/** A repeated message is known by its key. */
export async function keyStays(channel: Channel, stage: Stage, id: string): Promise<void> {
  for (const attempt of [1, 2, 3]) await send(channel, stage, message(), attempt);
  const keys = stage.received().map(({ key }) => key);
  must('Of three attempts, three must arrive', () => expect(keys).toHaveLength(3));
  must('The key of a message must be the same on every attempt', () => expect([...new Set(keys)]).toHaveLength(1));
  if (stage.keyed !== false)
    must('The key of a message must have `id` of the delivery in it', () => expect(keys[0]).toContain(id));
}

/** Two of each kind that are about different things: another product, or another moment. */
const PAIRS: Record<string, (which: number) => Message> = {
  update: (which) => message(about(which)),
  reminder: (which) => message({ ...about(which), reminder: true }),
  'end of support': (which) => supportMessage({ cycle: `${which}` }, { software: about(which).software }),
  vulnerability: (which) => riskMessage([vulnerability(`CVE-2026-100${which}`)], { software: about(which).software }),
  digest: (which) => digest(2 + which),
  'channel that was switched off': disabledMessage,
  'source that fails': () => failingMessage(1),
  test: () => testMessage('2026-11-21T03:00:00Z'),
};

function about(which: number) {
  const version = { id: `${which}`, version: `${143 + which}.0`, created_at: '2026-11-20T10:00:00.000000Z' };
  const software = { id: `${which}0000000-0000-4000-8000-00000000cafe`, name: `Product ${which}`, url: null };
  return { software, version, versions: [version] };
}

/** A provider that merges messages by their key must not merge two that are not the same: so no key is empty. */
export async function keysTellMessagesApart(channel: Channel, stage: Stage, ids: [string, string]): Promise<void> {
  for (const [kind, messageOf] of Object.entries(PAIRS)) {
    const before = stage.received().length;
    for (const [which, id] of ids.entries()) await sendAs(channel, stage, id, messageOf(which));
    const keys = stage
      .received()
      .slice(before)
      .map(({ key }) => key);
    expect({ kind, keys: keys.map((key) => /[^\s"{}]/.test(key) && key !== 'undefined') }).toEqual({
      kind,
      keys: [true, true],
    });
    expect({ kind, different: new Set(keys).size }).toEqual({ kind, different: 2 });
    if (stage.keyed !== false)
      ids.forEach((id, index) =>
        expect({ kind, key: keys[index] }).toEqual({ kind, key: expect.stringContaining(id) as string }),
      );
  }
}

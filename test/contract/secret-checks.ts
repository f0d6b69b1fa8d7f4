import { secretFields, settingsOf } from '../../src/common/settings/setting';
import type { Channel } from '../../src/notification/providers/channel';
import { httpRequests, type ReceivedRequest } from '../notification/providers/peers';
import { type Stage, stringsIn } from '../notification/providers/stage';
import { send } from './send';

/** What a setting is called that is a secret, by its name or its title. */
const SOUNDS_SECRET = /secret|token|password|passphrase|credential|key/i;
/** What is said of a setting that is a secret. */
const SAID_TO_BE_SECRET = /whoever (has|knows) it|keep it secret|do not share/i;
/** Headers, parameters and fields by which a receiver knows who sends. Those by which it knows a message are none of them. */
const CREDENTIAL = /(^|[-_])(auth|authorization|token|secret|password|pass|key|cookie|sig)$|api_?key/i;
const NO_CREDENTIAL = /idempotency|dedup/i;

/** By what is said of the settings, and by what the stage gives: there the word `canary` is in each secret, and in nothing else. */
export function secretsAreMarked({ settingsClass }: Channel, stage: Stage): void {
  const secrets = secretFields(settingsClass);
  for (const [name, { title, description }] of settingsOf(settingsClass)) {
    const isSecret = SOUNDS_SECRET.test(name) || SOUNDS_SECRET.test(title) || SAID_TO_BE_SECRET.test(description);
    const given = String(stage.settings[name] ?? '');
    const says = [isSecret && 'its words', given.includes('canary') && 'the stage'].filter(Boolean);
    if (says.length > 0) expect({ name, says, marked: secrets.includes(name) }).toEqual({ name, says, marked: true });
    if (secrets.includes(name) && given)
      expect({ name, given }).toEqual({ name, given: expect.stringContaining('canary') as string });
  }
}

/** By what the channel does with them: what identifies the sender is a secret, and who calls somebody has to have one. */
export async function credentialsAreSecret(channel: Channel, stage: Stage): Promise<void> {
  await send(channel, stage);
  const requests = httpRequests();
  if (requests.length === 0) return;
  const secrets = secretFields(channel.settingsClass);
  // Else the address itself is what lets somebody send.
  expect({ 'secrets of a channel that calls somebody': secrets.length > 0 }).toEqual({
    'secrets of a channel that calls somebody': true,
  });
  const credentials = requests.flatMap(credentialsOf);
  for (const [name, value] of Object.entries(stage.settings)) {
    if (secrets.includes(name) || String(value).length < 4) continue;
    const isSent = credentials.some((credential) => credential.includes(String(value)));
    expect({ name, 'is sent as a credential': isSent }).toEqual({ name, 'is sent as a credential': false });
  }
}

function credentialsOf({ path, headers, body }: ReceivedRequest): string[] {
  const query = [...new URL(path, 'http://receiver').searchParams];
  const fields = [...Object.entries(headers), ...query, ...fieldsOf(body)];
  return fields
    .filter(([name]) => CREDENTIAL.test(name) && !NO_CREDENTIAL.test(name))
    .flatMap(([, value]) => stringsIn(value).map(withoutUser));
}

/** The password of `Basic`: the user's name is no secret. */
function withoutUser(credential: string): string {
  const [, encoded] = /^Basic (.+)$/i.exec(credential) ?? [];
  return encoded
    ? Buffer.from(encoded, 'base64')
        .toString()
        .replace(/^[^:]*:/, '')
    : credential;
}

/** Of a body of JSON, at any depth, or of a form. */
function fieldsOf(body: string): [string, unknown][] {
  try {
    return entriesOf(JSON.parse(body));
  } catch {
    return [...new URLSearchParams(body)];
  }
}

function entriesOf(value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]): [string, unknown][] => [[name, inner], ...entriesOf(inner)]);
}

import { identityOf, type PushPayload } from '../../../src/notification/providers/web-push.channel';
import { subscription } from '../../setup/push-subscription';
import type { ReceivedRequest } from './peers';
import { provider } from './provider';
import type { Stage } from './stage';

const SECRET_KEY = 'canary secret key of this installation';

/** https://www.rfc-editor.org/rfc/rfc8030 and the documentation of Mozilla's autopush. */
export async function stage(): Promise<Stage> {
  const browser = subscription({ auth: Buffer.from('canarycanarycanarycanA', 'base64url') });
  const sender = identityOf(SECRET_KEY).publicKey;
  const read = (request: ReceivedRequest) =>
    JSON.parse(browser.read(request, { origin: receiver.url, sender })) as PushPayload;
  const { receiver, refuse, answer } = await provider({
    check: (request) => {
      expect([request.method, request.path]).toEqual(['POST', '/push/canary-0123456789']);
      const { id, title, body, tag, links, ...rest } = read(request);
      expect(rest).toEqual({});
      for (const text of [id, title, body, tag]) expect(text).toMatch(/\S/);
      expect(links.length).toBeLessThanOrEqual(2);
    },
    success: () => [201, { location: `${receiver.url}/m/1` }],
    refusal: [400, {}, '{"code":400,"errno":110,"error":"Bad Request","message":"Invalid crypto headers"}'],
    busy: [503, {}, '{"code":503,"errno":201,"error":"Service Unavailable"}'],
  });
  return {
    settings: { endpoint: `${receiver.url}/push/canary-0123456789`, p256dh: browser.p256dh, auth: browser.auth },
    environment: { secretKey: SECRET_KEY, secretKeyOld: [] },
    markup: { none: 'https://notifications.spec.whatwg.org/#dom-notification-body: text' },
    received: () =>
      receiver.requests.map((request) => {
        const { id, title, body, links } = read(request);
        return { key: id, texts: [title, body, ...links.flat()] };
      }),
    refuse,
    answer,
    answers: [
      ['the subscription is over', [410, {}, '{"errno":103}'], { kind: 'disable', code: 410 }],
      ['nobody has heard of it', [404, {}, '{"errno":102}'], { kind: 'disable', code: 404 }],
      ['another sender', [403, {}, 'the key does not match the subscription'], { kind: 'dead', code: 403 }],
      ['too long', [413, {}, '{"errno":104}'], { kind: 'dead', code: 413 }],
      ['too many', [429, { 'retry-after': '20' }], { kind: 'retry', code: 429, after: 20 }],
      ['a fault', [500], { kind: 'retry', code: 500 }],
    ],
  };
}

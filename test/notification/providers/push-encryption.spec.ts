import { encryptPush, isPoint, MAX_PLAIN } from '../../../src/notification/providers/push-encryption';
import { identityOf, vapidOf } from '../../../src/notification/providers/vapid';
import { subscription } from '../../setup/push-subscription';

const bytes = (text: string) => Buffer.from(text, 'base64url');
const headersOf = (authorization: string) => ({
  authorization,
  'content-encoding': 'aes128gcm',
  ttl: '60',
  topic: 'a',
  urgency: 'normal',
});

/** The example of RFC 8291, appendix A. */
const EXAMPLE = {
  plain: 'When I grow up, I want to be a watermelon',
  point: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  sender: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT' +
    'pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

describe('the encryption of push messages', () => {
  it('is that of the example in RFC 8291', () => {
    const receiver = { point: bytes(EXAMPLE.point), auth: bytes(EXAMPLE.auth) };
    const sender = { secret: bytes(EXAMPLE.sender), salt: bytes(EXAMPLE.salt) };
    expect(encryptPush(Buffer.from(EXAMPLE.plain), receiver, sender).toString('base64url')).toBe(EXAMPLE.body);
  });

  it.each([0, 1, MAX_PLAIN])('of %d bytes is read by the browser, and by no other one', async (length) => {
    const [browser, other] = [subscription(), subscription()];
    const plain = 'x'.repeat(length);
    const body = encryptPush(Buffer.from(plain), { point: bytes(browser.p256dh), auth: bytes(browser.auth) });
    expect(body.length).toBeLessThanOrEqual(4_096);
    const identity = identityOf('k'.repeat(32));
    const authorization = await vapidOf(identity, 'https://push.example/a?b', 'https://tracker.example', new Date());
    const request = { headers: headersOf(authorization), bytes: body };
    const service = { origin: 'https://push.example', sender: identity.point };
    expect(browser.read(request, service)).toBe(plain);
    expect(() => other.read(request, service)).toThrow();
    expect(() => browser.read(request, { ...service, origin: 'https://elsewhere.example' })).toThrow('audience');
  });

  it('knows a point from other bytes', () => {
    expect(isPoint(bytes(EXAMPLE.point))).toBe(true);
    for (const text of ['B'.padEnd(87, 'A'), 'BA', '', EXAMPLE.point.slice(0, -2) + 'A4'])
      expect([text, isPoint(bytes(text))]).toEqual([text, false]);
  });
});

describe('the identity of an installation', () => {
  it('follows from its secret key: the same on each replica, another for another key', () => {
    const points = ['one '.repeat(8), 'two '.repeat(8)].map((key) => identityOf(key).point);
    expect(new Set(points).size).toBe(2);
    for (const point of points) expect([point.length, isPoint(bytes(point))]).toEqual([87, true]);
    // Devices have subscribed with it: it never changes.
    expect(points[0]).toMatchInlineSnapshot(
      `"BBxZkd8-LpnKWULP13BL-DPvAqNc-r08nStOuLaJl0O8O2T3VNSrshRiyO2UCjJY3fb4eGNiQ-y1pBw50T9vG3g"`,
    );
  });
});

import { createECDH } from 'node:crypto';
import { identityOf, isPoint } from '../../../src/notification/providers/web-push.channel';

describe('the identity of an installation', () => {
  it('follows from its secret key: the same on each replica, another for another key', () => {
    const points = ['one '.repeat(8), 'two '.repeat(8)].map((key) => identityOf(key).publicKey);
    expect(new Set(points).size).toBe(2);
    for (const point of points) expect([point.length, isPoint(point)]).toEqual([87, true]);
    // Devices have subscribed with it: it never changes.
    expect(points[0]).toMatchInlineSnapshot(
      `"BBxZkd8-LpnKWULP13BL-DPvAqNc-r08nStOuLaJl0O8O2T3VNSrshRiyO2UCjJY3fb4eGNiQ-y1pBw50T9vG3g"`,
    );
  });

  it('has 32 bytes for its secret, also where they begin with zeros', () => {
    const short = Array.from({ length: 600 }, (_, index) => identityOf(`secret key number ${index}`)).filter(
      ({ privateKey }) => Buffer.from(privateKey, 'base64url')[0] === 0,
    );
    expect(short).not.toEqual([]);
    for (const { publicKey, privateKey } of short) {
      const pair = createECDH('prime256v1');
      pair.setPrivateKey(privateKey, 'base64url');
      expect([Buffer.from(privateKey, 'base64url').length, pair.getPublicKey('base64url')]).toEqual([32, publicKey]);
    }
  });

  it('knows a point from other bytes', () => {
    const point = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
    expect(isPoint(point)).toBe(true);
    for (const text of ['B'.padEnd(87, 'A'), 'BA', '', point.slice(0, -2) + 'A4'])
      expect([text, isPoint(text)]).toEqual([text, false]);
  });
});

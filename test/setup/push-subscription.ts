import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** What a browser has of its subscription, and what it and its push service make of a request. Written from the RFCs, and not from our code. */
export interface PushSubscription {
  p256dh: string;
  auth: string;
  /** The text of a message that a push service would take, for which this is the receiver. @throws Error naming what is wrong */
  read(request: { headers: IncomingHttpHeaders; bytes: Buffer }, service: { origin: string; sender: string }): string;
}

/** @param given the browser's private value and its secret; default: new ones */
export function subscription(given: { secret?: Buffer; auth?: Buffer } = {}): PushSubscription {
  const pair = createECDH('prime256v1');
  if (given.secret) pair.setPrivateKey(given.secret);
  else pair.generateKeys();
  const auth = given.auth ?? randomBytes(16);
  return {
    p256dh: pair.getPublicKey('base64url'),
    auth: auth.toString('base64url'),
    read: ({ headers, bytes }, service) => {
      assertVapid(headers, service);
      assertHeaders(headers, bytes);
      return decrypt(bytes, pair, auth).toString('utf8');
    },
  };
}

function fail(what: string): never {
  throw new Error(what);
}

/** RFC 8030, 5 and 7.2. */
function assertHeaders(headers: IncomingHttpHeaders, bytes: Buffer): void {
  if (headers['content-encoding'] !== 'aes128gcm') fail('content encoding');
  if (!/^\d{1,7}$/.test(String(headers.ttl))) fail('TTL');
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(String(headers.topic))) fail('topic');
  if (!['very-low', 'low', 'normal', 'high'].includes(String(headers.urgency))) fail('urgency');
  if (bytes.length > 4_096) fail('too long');
}

/** RFC 8292, 2 and 3. */
function assertVapid(
  { authorization = '' }: IncomingHttpHeaders,
  { origin, sender }: { origin: string; sender: string },
) {
  const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? fail('authorization');
  if (key !== sender) fail('another sender than the browser subscribed with');
  const [header, claims, signature] = token!.split('.') as [string, string, string];
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = Buffer.from(`${header}.${claims}`);
  const isSigned = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) fail('signature');
  const { alg, typ } = parsed(header);
  if (alg !== 'ES256' || typ !== 'JWT') fail('kind of token');
  const { aud, exp, sub } = parsed(claims);
  if (aud !== origin) fail(`audience ${String(aud)}`);
  if (typeof sub !== 'string' || !/^(mailto|https):./.test(sub)) fail('subject');
  const left = Number(exp) - Date.now() / 1000;
  if (!(left > 0 && left <= 86_400)) fail('expiry');
}

const parsed = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>;

/** RFC 8188, 2, with the key of RFC 8291, 3.4. */
function decrypt(bytes: Buffer, pair: ReturnType<typeof createECDH>, auth: Buffer): Buffer {
  const salt = bytes.subarray(0, 16);
  const recordSize = bytes.readUInt32BE(16);
  const sender = bytes.subarray(21, 21 + bytes[20]!);
  const record = bytes.subarray(21 + bytes[20]!);
  if (record.length > recordSize) fail('more than one record');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const material = hkdf(auth, pair.computeSecret(sender), info, 32);
  const key = hkdf(salt, material, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(salt, material, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) fail('end of the last record');
  return padded.subarray(0, end);
}

/** RFC 5869, for at most 32 bytes. */
function hkdf(salt: Buffer, material: Buffer, info: Buffer, length: number): Buffer {
  const key = createHmac('sha256', salt).update(material).digest();
  return createHmac('sha256', key)
    .update(info)
    .update(Buffer.from([1]))
    .digest()
    .subarray(0, length);
}

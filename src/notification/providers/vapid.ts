import { createECDH, createPrivateKey, hkdfSync, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { getOrMake } from '../../common/get-or-make';

/** What this service signs its push messages with, so that a push service takes them from nobody else: RFC 8292. */
export interface Identity {
  /** The point on P-256 with which browsers subscribe (`applicationServerKey`): base64url, 87 characters. */
  point: string;
  key: KeyObject;
}

/** The order of P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** Sixteen bytes more than the order has, so that no value is likelier than another: FIPS 186-5, A.2.1. */
const BYTES = 48;
/** Seconds; at most a day is allowed. */
const LASTS = 12 * 3_600;

const known = new Map<string, Identity>();

/**
 * The identity that follows from a secret key of the installation: every replica has the same one, and none is stored.
 * @param secretKey `SECRET_KEY`, or one that it was
 */
export const identityOf = (secretKey: string): Identity => getOrMake(known, secretKey, () => makeIdentity(secretKey));

function makeIdentity(secretKey: string): Identity {
  const wide = Buffer.from(hkdfSync('sha256', secretKey, '', 'web-push identity v1', BYTES));
  const value = (BigInt(`0x${wide.toString('hex')}`) % (ORDER - 1n)) + 1n;
  const pair = createECDH('prime256v1');
  const secret = Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
  pair.setPrivateKey(secret);
  const point = pair.getPublicKey();
  const [x, y, d] = [point.subarray(1, 33), point.subarray(33), secret].map((bytes) => bytes.toString('base64url'));
  const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d }, format: 'jwk' });
  return { point: point.toString('base64url'), key };
}

/**
 * The `Authorization` of a request to a push service.
 * @param subject an https: or mailto: address of whoever runs this service
 * @param now when it is sent
 */
export async function vapidOf({ point, key }: Identity, endpoint: string, subject: string, now: Date): Promise<string> {
  const token = await new SignJWT()
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(new URL(endpoint).origin)
    .setExpirationTime(Math.floor(now.getTime() / 1000) + LASTS)
    .setSubject(subject)
    .sign(key);
  return `vapid t=${token}, k=${point}`;
}

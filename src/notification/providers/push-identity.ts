import { createECDH, hkdfSync } from 'node:crypto';
import type { VapidKeys } from 'web-push';
import { getOrMake } from '../../common/get-or-make';

/** The order of P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** Sixteen bytes more than the order has, so that no value is likelier than another: FIPS 186-5, A.2.1. */
const BYTES = 48;

const known = new Map<string, VapidKeys>();

/**
 * What this service signs its push messages with (RFC 8292), and browsers subscribe with (`publicKey`: base64url, 87 characters). It follows
 * from a secret key of the installation: every replica has the same one, and none is stored.
 * @param secretKey `SECRET_KEY`, or one that it was
 */
export const identityOf = (secretKey: string): VapidKeys => getOrMake(known, secretKey, () => makeIdentity(secretKey));

function makeIdentity(secretKey: string): VapidKeys {
  const wide = Buffer.from(hkdfSync('sha256', secretKey, '', 'web-push identity v1', BYTES));
  const value = (BigInt(`0x${wide.toString('hex')}`) % (ORDER - 1n)) + 1n;
  const secret = Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(secret);
  return { publicKey: pair.getPublicKey('base64url'), privateKey: secret.toString('base64url') };
}

/** Whether it is a point on the curve: others are refused by OpenSSL. */
export function isPoint(text: string): boolean {
  try {
    const pair = createECDH('prime256v1');
    pair.generateKeys();
    pair.computeSecret(text, 'base64url');
    return true;
  } catch {
    return false;
  }
}

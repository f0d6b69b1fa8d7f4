import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** Where a browser receives, and how: its subscription. */
export interface Receiver {
  /** Its point on P-256, uncompressed: 65 bytes. */
  point: Buffer;
  /** 16 bytes that only browser and sender know. */
  auth: Buffer;
}

/** Bytes of an encrypted message that every push service takes: RFC 8030, 7.2. */
const MAX_BODY = 4_096;
/** Salt, record size, length of the sender's point, and the point: RFC 8188, 2.1. */
const HEADER = 16 + 4 + 1 + 65;
const TAG = 16;
const LAST_RECORD = Buffer.from([2]);

/** Bytes of plain text. */
export const MAX_PLAIN = MAX_BODY - HEADER - TAG - LAST_RECORD.length;

/**
 * One message, encrypted for one browser: RFC 8291, in one record of RFC 8188 (`aes128gcm`).
 * @param plain at most `MAX_PLAIN` bytes
 * @param sender its private value and the salt, where they are given: tests compare with the example of the RFC
 * @throws Error when the receiver's point is not on the curve
 */
export function encryptPush(
  plain: Buffer,
  { point, auth }: Receiver,
  sender?: { secret: Buffer; salt: Buffer },
): Buffer {
  const pair = createECDH('prime256v1');
  if (sender) pair.setPrivateKey(sender.secret);
  else pair.generateKeys();
  const salt = sender?.salt ?? randomBytes(16);
  const own = pair.getPublicKey();
  const shared = pair.computeSecret(point);
  const material = derive(shared, auth, Buffer.concat([Buffer.from('WebPush: info\0'), point, own]), 32);
  const key = derive(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(MAX_BODY);
  const header = Buffer.concat([salt, size, Buffer.from([own.length]), own]);
  return Buffer.concat([header, cipher.update(plain), cipher.update(LAST_RECORD), cipher.final(), cipher.getAuthTag()]);
}

/** Whether it is a point on the curve: others are refused by OpenSSL. */
export function isPoint(point: Buffer): boolean {
  try {
    const pair = createECDH('prime256v1');
    pair.generateKeys();
    pair.computeSecret(point);
    return true;
  } catch {
    return false;
  }
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

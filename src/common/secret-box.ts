import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const SEALED = /^v1\.([0-9a-f]{8})\.([A-Za-z0-9_-]+)$/;

/** A sealed text does not open. `wrong-key`: SECRET_KEY is not the one it was sealed with; `damaged`: changed, or moved. */
export class SecretError extends Error {
  constructor(
    readonly reason: 'wrong-key' | 'damaged',
    message: string,
    /** The id of the key that sealed it, if it is not one of ours. */
    readonly keyId: string | null = null,
  ) {
    super(message);
  }
}

/**
 * Seals the secrets that are stored in the database: AES-256-GCM under a key derived from SECRET_KEY (HKDF-SHA256).
 * Texts sealed with a key of SECRET_KEY_OLD open too. Text form: `v1.<key id>.<base64url of iv, ciphertext and tag>`.
 */
@Injectable()
export class SecretBox {
  /** First 8 hexadecimal digits of a hash of the derived key: identifies the key without revealing it. */
  readonly keyId: string;
  private readonly key: Buffer;
  /** By id: the current key, and old ones that only open. */
  private readonly keys: ReadonlyMap<string, Buffer>;

  constructor({ secretKey, secretKeyOld }: Config) {
    const keys = [secretKey, ...secretKeyOld].map((secret) => derive(secret));
    this.keys = new Map(keys.map((key) => [idOf(key), key]));
    [this.keyId, this.key] = [idOf(keys[0]!), keys[0]!];
  }

  /** Of all keys; the first one seals. */
  get keyIds(): string[] {
    return [...this.keys.keys()];
  }

  /** Whether it was sealed with the current key. */
  isCurrent(sealed: string): boolean {
    return SEALED.exec(sealed)?.[1] === this.keyId;
  }

  /** 8 hexadecimal digits that identify a secret, and reveal nothing of it without the key. */
  fingerprint(secret: string): string {
    return createHmac('sha256', this.key).update('fingerprint').update(secret).digest('hex').slice(0, 8);
  }

  /** @param aad the owner of the secret, such as `channel:<id>`; the text opens only with the same value */
  seal(plaintext: string, aad: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv).setAAD(Buffer.from(aad));
    const sealed = Buffer.concat([iv, cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `v1.${this.keyId}.${sealed.toString('base64url')}`;
  }

  /** @throws SecretError when another key sealed it, it was changed, or it belongs to something else */
  open(sealed: string, aad: string): string {
    const [, keyId, payload] = SEALED.exec(sealed) ?? [];
    if (keyId === undefined || payload === undefined) throw new SecretError('damaged', 'This is not a sealed secret');
    const key = this.keys.get(keyId);
    if (!key)
      throw new SecretError(
        'wrong-key',
        `The secret was sealed with key ${keyId}, but SECRET_KEY gives key ${this.keyId}`,
        keyId,
      );
    return decrypt(key, Buffer.from(payload, 'base64url'), aad);
  }
}

/** As `SecretBox.keyId`, of any key. */
export const keyIdOf = (secret: string): string => idOf(derive(secret));

const derive = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'secret-box v1', 32));
const idOf = (key: Buffer) => createHash('sha256').update('key id').update(key).digest('hex').slice(0, 8);

function decrypt(key: Buffer, bytes: Buffer, aad: string): string {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(aad)).setAuthTag(bytes.subarray(-TAG_BYTES));
    return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    throw new SecretError('damaged', 'The sealed secret was changed, or belongs to something else');
  }
}

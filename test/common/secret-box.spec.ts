import { SecretBox, SecretError } from '../../src/common/secret-box';
import { Config } from '../../src/config/config';

const boxOf = (secretKey: string) => new SecretBox(Object.assign(new Config(), { secretKey }));
const box = boxOf('k'.repeat(32));

function reasonOf(open: () => string): string {
  try {
    open();
  } catch (error) {
    if (error instanceof SecretError) return error.reason;
    throw error;
  }
  return 'opened';
}

describe('SecretBox', () => {
  test.each(['', 'whsec_abc', 'ünïcödé 😀', 'x'.repeat(100_000)])('opens what it sealed (%#)', (plaintext) => {
    expect(box.open(box.seal(plaintext, 'channel:1'), 'channel:1')).toBe(plaintext);
  });

  test('a sealed text shows its format and key and nothing of the secret', () => {
    const sealed = box.seal('canary-secret', 'channel:1');
    expect(sealed).toMatch(/^v1\.[0-9a-f]{8}\.[A-Za-z0-9_-]+$/);
    expect(sealed.split('.')[1]).toBe(box.keyId);
    expect(Buffer.from(sealed.split('.')[2]!, 'base64url').toString('latin1')).not.toContain('canary');
    expect(box.seal('canary-secret', 'channel:1')).not.toBe(sealed);
  });

  test('another process with the same key opens it', () => {
    expect(boxOf('k'.repeat(32)).open(box.seal('x', 'a'), 'a')).toBe('x');
  });

  // Case 95.
  test('a sealed text that was moved to another row does not open', () => {
    expect(reasonOf(() => box.open(box.seal('x', 'channel:1'), 'channel:2'))).toBe('damaged');
  });

  // Case 96.
  test('a wrong key is told from damage, with both key ids and without any key', () => {
    const other = boxOf('o'.repeat(32));
    const sealed = box.seal('x', 'a');
    expect(reasonOf(() => other.open(sealed, 'a'))).toBe('wrong-key');
    expect(() => other.open(sealed, 'a')).toThrow(new RegExp(`${box.keyId}.*${other.keyId}`));
    const relabelled = sealed.replace(box.keyId, other.keyId);
    expect(reasonOf(() => other.open(relabelled, 'a'))).toBe('damaged');
  });

  test('any changed, cut or foreign text is damaged', () => {
    const sealed = box.seal('secret', 'a');
    const bytes = Buffer.from(sealed.split('.')[2]!, 'base64url');
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes);
      changed[index]! ^= 1;
      expect(reasonOf(() => box.open(`v1.${box.keyId}.${changed.toString('base64url')}`, 'a'))).toBe('damaged');
    }
    for (const length of [1, 12, 20, 28, bytes.length - 1]) {
      const short = bytes.subarray(0, length).toString('base64url');
      expect(reasonOf(() => box.open(`v1.${box.keyId}.${short}`, 'a'))).toBe('damaged');
    }
    for (const text of ['', 'plain text', `v2.${box.keyId}.AAAA`, `v1.${box.keyId}.`, `${sealed}!`])
      expect(reasonOf(() => box.open(text, 'a'))).toBe('damaged');
  });
});

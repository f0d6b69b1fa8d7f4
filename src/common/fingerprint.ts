import { hash } from 'node:crypto';

/** No UTF-16 unit has this value. */
const END = 0x10000;

/**
 * A 53-bit hash of a list of texts, at a fiftieth of the cost of a cryptographic one. For lists where a collision harms only their author.
 * (cyrb53 by bryc, public domain, with an end mark after each text.)
 */
export function fingerprint(texts: string[]): number {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (const text of texts)
    for (let at = 0; at <= text.length; at++) {
      const unit = at < text.length ? text.charCodeAt(at) : END;
      a = Math.imul(a ^ unit, 2_654_435_761);
      b = Math.imul(b ^ unit, 1_597_334_677);
    }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return 4_294_967_296 * (b & 2_097_151) + (a >>> 0);
}

/** 64 hexadecimal digits. */
export const sha256 = (text: string) => hash('sha256', text);

import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** X.509 certificates (RFC 5280) for tests: Node can read them, but not make them. */
export interface Certificate {
  key: string;
  cert: string;
}

export interface Leaf {
  /** The one IPv4 address that it is for, in four numbers. */
  address: number[];
  /** Days from now at which it ends; negative = it has ended. */
  ends: number;
}

const DAY = 86_400_000;
const ECDSA_WITH_SHA256 = sequence(Buffer.from('06082a8648ce3d040302', 'hex'));
const CA_NAME = nameOf('Authority of this test');

export interface Authority {
  /** PEM, for NODE_EXTRA_CA_CERTS. */
  cert: string;
  issue(leaf: Leaf): Certificate;
}

/** An authority of its own, whose key nobody else has. */
export function newAuthority(): Authority {
  const { publicKey, privateKey } = newKeys();
  const isAuthority = extension('551d13', true, sequence(tagged(0x01, Buffer.from([0xff]))));
  return {
    cert: certificate(CA_NAME, publicKey, privateKey, 1, isAuthority),
    issue: ({ address, ends }) => {
      const keys = newKeys();
      const names = extension('551d11', false, sequence(tagged(0x87, Buffer.from(address))));
      return {
        key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        cert: certificate(nameOf('leaf'), keys.publicKey, privateKey, ends, names),
      };
    },
  };
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

function certificate(subject: Buffer, publicKey: KeyObject, issuer: KeyObject, ends: number, extra: Buffer): string {
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    CA_NAME,
    sequence(time(-30), time(ends)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(extra)),
  );
  const signature = tagged(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, issuer)]));
  const lines = sequence(body, ECDSA_WITH_SHA256, signature)
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

/** DER: tag, length, content. */
function tagged(tag: number, content: Buffer): Buffer {
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function nameOf(text: string): Buffer {
  const commonName = sequence(Buffer.from('0603550403', 'hex'), tagged(0x0c, Buffer.from(text)));
  return sequence(tagged(0x31, commonName));
}

/** @param oid the bytes of the identifier in hexadecimal */
function extension(oid: string, critical: boolean, value: Buffer): Buffer {
  const flag = critical ? [tagged(0x01, Buffer.from([0xff]))] : [];
  return sequence(tagged(0x06, Buffer.from(oid, 'hex')), ...flag, tagged(0x04, value));
}

/** UTCTime, good until 2049. */
function time(days: number): Buffer {
  const digits = new Date(Date.now() + days * DAY).toISOString().replace(/\D/g, '');
  return tagged(0x17, Buffer.from(`${digits.slice(2, 14)}Z`));
}

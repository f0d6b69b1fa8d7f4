import type { Answer, ReceivedRequest } from '../../notification/providers/peers';

/** Packets as a git server writes them; null is a flush. */
export const packets = (...lines: (string | null)[]): string =>
  lines
    .map((line) => (line === null ? '0000' : (Buffer.byteLength(line) + 4).toString(16).padStart(4, '0') + line))
    .join('');

const ID = (digit: number) => String(digit).repeat(40);
const UPLOAD_PACK = 'application/x-git-upload-pack';

/** What a server of protocol version 2 says of itself, before the first reference is asked for. */
export const CAPABILITIES = packets(
  '# service=git-upload-pack\n',
  null,
  'version 2\n',
  'agent=git/2.39.5\n',
  'ls-refs=unborn\n',
  'fetch=shallow wait-for-done\n',
  'object-format=sha1\n',
  null,
);

export const REFERENCES = packets(
  `${ID(1)} refs/tags/v1.0.0 peeled:${ID(2)}\n`,
  `${ID(3)} refs/tags/v1.1.0-rc1\n`,
  `${ID(4)} refs/tags/release/2.0\n`,
  null,
);

/** All references at once, as servers before protocol version 2 advertise them. */
export const ADVERTISEMENT = packets(
  '# service=git-upload-pack\n',
  null,
  `${ID(5)} HEAD\0multi_ack thin-pack side-band ofs-delta symref=HEAD:refs/heads/main agent=git/2.10\n`,
  `${ID(5)} refs/heads/main\n`,
  `${ID(1)} refs/tags/v1.0.0\n`,
  `${ID(2)} refs/tags/v1.0.0^{}\n`,
  `${ID(3)} refs/tags/v1.1.0-rc1\n`,
  `${ID(4)} refs/tags/release/2.0\n`,
  null,
);

const REQUEST = '0014command=ls-refs\n0017object-format=sha1\n00010009peel\n001aref-prefix refs/tags/\n0000';

/** A server of protocol version 2 with one repository at `path`. */
export function serveGit(path: string, { method, path: asked, headers, body }: ReceivedRequest): Answer {
  if (headers['git-protocol'] !== 'version=2') return [400, {}, 'version 2 only'];
  if (method === 'GET' && asked === `${path}/info/refs?service=git-upload-pack`)
    return [200, { 'content-type': `${UPLOAD_PACK}-advertisement` }, CAPABILITIES];
  const isRequest = method === 'POST' && asked === `${path}/git-upload-pack`;
  if (!isRequest) return [404, {}, 'Repository not found'];
  if (headers['content-type'] !== `${UPLOAD_PACK}-request`) return [415, {}, ''];
  return body === REQUEST ? [200, { 'content-type': `${UPLOAD_PACK}-result` }, REFERENCES] : [400, {}, ''];
}

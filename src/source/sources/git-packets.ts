import { TimeSlice } from 'small-parts';
import { SourceError } from '../../common/fetch/source-error';

/** Replaces bytes that are not UTF-8. */
const REPLACEMENT = '\ufffd';
/** A hundred times as many as the largest repositories have: one or two for each tag. */
const MAX_PACKETS = 250_000;
const DELIMITER = '0001';
const FLUSH = '0000';

/**
 * The packets of a response of a git server (gitprotocol-common, "pkt-line format"), each without its line feed; a flush or another
 * packet without content is an empty text.
 * @throws SourceError when it is none, or incomplete
 */
export async function packetsOf(body: string): Promise<string[]> {
  const bytes = Buffer.from(body, 'utf8');
  const slice = new TimeSlice();
  const packets: string[] = [];
  for (let at = 0; at < bytes.length;) {
    if (slice.isOver) await slice.next();
    if (packets.length === MAX_PACKETS) throw new SourceError('The list of tags is too long', null, 'size');
    const end = endOfPacket(bytes, at);
    packets.push(bytes.toString('utf8', at + 4, end).replace(/\n$/, ''));
    at = end;
  }
  const refusal = packets.find((packet) => packet.startsWith('ERR '));
  if (refusal !== undefined) throw new SourceError('The git server rejected the request', null, 'git');
  if (packets.at(-1) !== '') throw new SourceError('The list of tags is incomplete', null, 'format');
  return packets;
}

function endOfPacket(bytes: Buffer, at: number): number {
  const digits = bytes.toString('latin1', at, at + 4);
  if (!/^[0-9a-f]{4}$/i.test(digits)) throw new SourceError('The response is not from a git server', null, 'format');
  const size = Number.parseInt(digits, 16);
  if (size < 4) return at + 4;
  // A byte that is not UTF-8 has become three, so the length is too short: the packet ends with its line.
  const longest = bytes.subarray(at, at + 3 * size);
  const line = longest.indexOf('\n');
  if (line >= size && longest.subarray(0, line).includes(REPLACEMENT)) return at + line + 1;
  const end = at + size;
  if (end > bytes.length) throw new SourceError('The list of tags is incomplete', null, 'format');
  return end;
}

/** Names of the tags in a list of references, of any version of the protocol. A peeled entry (`^{}`) is no tag of its own. */
export function tagsOf(packets: string[]): string[] {
  return packets
    .map((packet) => /^(?:[0-9a-f]{40}|[0-9a-f]{64}) refs\/tags\/([^\0 ]+)/.exec(packet)?.[1] ?? '')
    .filter((name) => name !== '' && !name.endsWith('^{}') && !name.includes(REPLACEMENT));
}

/**
 * The request for the tags, in protocol version 2 (gitprotocol-v2, "ls-refs").
 * @param capabilities the packets that the server advertises
 */
export function tagsRequest(capabilities: string[]): string {
  const format = capabilities.find((line) => line.startsWith('object-format='));
  const head = ['command=ls-refs', ...(format ? [format] : [])];
  return [...head.map(packet), DELIMITER, ...['peel', 'ref-prefix refs/tags/'].map(packet), FLUSH].join('');
}

function packet(text: string): string {
  return `${(Buffer.byteLength(text) + 5).toString(16).padStart(4, '0')}${text}\n`;
}

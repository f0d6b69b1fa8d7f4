import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseUrl } from 'small-parts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Cidr = [Address, number];

/** `public`: allowed for everybody; `opened`: listed by the operator; `closed`: never allowed. */
export type Reach = 'public' | 'opened' | 'closed';

/**
 * Metadata services of clouds, which give credentials to anybody who can reach them: closed even when listed.
 * 169.254.0.0/16 and fe80::/10 are closed as link-local anyway.
 */
const CLOUD_SERVICES: Cidr[] = [
  '168.63.129.16/32', // Azure wire server; plain unicast for ipaddr.js
  '100.100.100.200/32', // Alibaba Cloud
  '192.0.0.192/32', // Oracle Cloud
  'fd00:ec2::/32', // AWS: metadata ::254, pod identity ::23, time and DNS
  'fd20:ce::254/128', // Google Cloud
].map((cidr) => ipaddr.parseCIDR(cidr));

/** Ranges that a listed CIDR can open. Tunnels and translations (6to4, Teredo, NAT64 …) hide the real target, so they are not here. */
const OPENABLE_V4 = ['unicast', 'private', 'loopback', 'carrierGradeNat', 'reserved'];
const OPENABLE_V6 = ['unicast', 'uniqueLocal', 'loopback'];
/** Only here is IPv6 global unicast; ipaddr.js calls `::7f00:1`, the old form of 127.0.0.1, unicast too. */
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3');

/** Ports for everybody. Opened addresses also take 80 and all from 1024 up: services at home seldom have 443. */
const PUBLIC_PORTS = [443, 8443];
const MAX_URL_LENGTH = 2048;
const KNOWN_AT_MOST = 1_000;

/** Decides which addresses and URLs that a user gives may be called. Pure: it resolves no name. */
export class AddressGuard {
  private readonly opened: Cidr[];
  /** Cached, since parsing an address takes longer than all other checks, and a service calls the same few again and again. */
  private readonly known = new Map<string, Reach>();

  /** @param allow CIDRs that the operator opens (OUTBOUND_ALLOW); throws on one that is not a CIDR */
  constructor(allow: string[]) {
    this.opened = allow.map((cidr) => ipaddr.parseCIDR(cidr));
  }

  /** Whether anything is opened beside the public addresses. */
  get opensAny(): boolean {
    return this.opened.length > 0;
  }

  /** @param text an IP address; any other text is closed */
  reachOf(text: string): Reach {
    const known = this.known.get(text);
    if (known) return known;
    const reach = this.find(text);
    if (this.known.size >= KNOWN_AT_MOST) this.known.clear();
    this.known.set(text, reach);
    return reach;
  }

  private find(text: string): Reach {
    // ipaddr.js reads the old form ::a.b.c.d as the IPv4 address, where the system reads an IPv6 one.
    if (!isIP(text) || /^(?!::ffff:)[^:]*:[^.]*\./i.test(text)) return 'closed';
    // Unwraps ::ffff:a.b.c.d, so that the IPv4 rules hold for it.
    const address = ipaddr.process(text);
    if (within(address, CLOUD_SERVICES)) return 'closed';
    if (within(address, this.opened)) return isOpenable(address) ? 'opened' : 'closed';
    return isPublic(address) ? 'public' : 'closed';
  }

  /**
   * Whether this address may be dialled for this URL: a public one by https at 443 or 8443, an opened one by http or
   * https at 80, 443 or any port from 1024 up.
   */
  reachFor(address: string, url: URL): Reach {
    const reach = this.reachOf(address);
    return reach === 'public' && !isForEverybody(url) ? 'closed' : reach;
  }

  /**
   * Checks a URL when it is saved and again before each request (the rules or the list may have changed).
   * @returns the normalized URL, or the mistake in words that follow the name of a field
   */
  checkUrl(text: string): URL | string {
    // The parser drops tabs and newlines and reads a backslash as a slash: we would call another URL than the one shown.
    if (text.length > MAX_URL_LENGTH) return `must be at most ${MAX_URL_LENGTH} characters`;
    const url = /[\s\p{C}\\]/u.test(text) ? null : parseUrl(text);
    if (!url) return 'must be a URL such as https://example.com/hook';
    if (!['https:', 'http:'].includes(url.protocol)) return 'must begin with https://';
    if (url.username || url.password || /^[a-z]+:\/*[^/?#]*@/i.test(text))
      return 'must not hold a user name or password';
    if (text.includes('#')) return 'must not hold a fragment (#)';
    return this.checkTarget(url) ?? url;
  }

  private checkTarget(url: URL): string | null {
    const port = portOf(url);
    const host = hostOf(url);
    const reach = isIP(host) ? this.reachOf(host) : null;
    if (reach === 'closed' || isLocalName(host, this.opensAny)) return 'must be an address that this service may call';
    if (isForEverybody(url)) return null;
    if (reach === 'public' || !this.opensAny)
      return url.protocol === 'http:' ? 'must begin with https://' : `must use port ${PUBLIC_PORTS.join(' or ')}`;
    return port >= 1024 || port === 80 || port === 443 ? null : 'must use port 80, 443 or one from 1024 up';
  }
}

/** The host as a resolver or socket takes it: IPv6 without its brackets. */
export function hostOf(url: Pick<URL, 'hostname'>): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

export function portOf(url: Pick<URL, 'protocol' | 'port'>): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
}

/** Whether anybody may go there, if the address is a public one. */
export function isForEverybody(url: URL): boolean {
  return url.protocol === 'https:' && PUBLIC_PORTS.includes(portOf(url));
}

/** Names that can only mean this machine or a cloud's metadata. The dial would refuse them; saying so at once is kinder. */
function isLocalName(host: string, opensAny: boolean): boolean {
  const name = host.replace(/\.$/, '');
  if (name === 'metadata.google.internal') return true;
  return !opensAny && (name === 'localhost' || name.endsWith('.localhost'));
}

/** Names that no public DNS has: by convention or by RFC 6761, 6762 (with its appendix G) and 8375, they are of the network inside. */
const PRIVATE_NAME = /^[^.]+$|\.(?:local|localhost|localdomain|internal|intranet|private|corp|home|lan|home\.arpa)$/;

export const isPrivateName = (host: string): boolean => PRIVATE_NAME.test(host.replace(/\.$/, ''));

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || within(address, [GLOBAL_V6]);
}

function isOpenable(address: Address): boolean {
  const range = address.range();
  if (address.kind() === 'ipv4') return OPENABLE_V4.includes(range);
  return OPENABLE_V6.includes(range) && (range !== 'unicast' || within(address, [GLOBAL_V6]));
}

function within(address: Address, cidrs: Cidr[]): boolean {
  return cidrs.some(([network, bits]) => network.kind() === address.kind() && address.match([network, bits] as never));
}

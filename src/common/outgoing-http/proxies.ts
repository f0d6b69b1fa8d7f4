import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Config } from '../../config/config';
import { hostOf, portOf } from './address-guard';

/** An entry of NO_PROXY. */
type Exception = (host: string, port: number) => boolean;

/** Which outgoing proxy a URL goes through: `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`, as curl reads them. */
export class Proxies {
  private readonly exceptions: Exception[];

  constructor(private readonly config: Pick<Config, 'httpProxy' | 'httpsProxy' | 'noProxy'>) {
    this.exceptions = config.noProxy.map(exceptionOf);
  }

  /** null = it is connected to directly. */
  for(url: Pick<URL, 'protocol' | 'hostname' | 'port'>): URL | null {
    const proxy = url.protocol === 'http:' ? this.config.httpProxy : this.config.httpsProxy;
    if (!proxy) return null;
    const host = hostOf(url).toLowerCase().replace(/\.$/, '');
    return this.exceptions.some((matches) => matches(host, portOf(url))) ? null : proxy;
  }
}

/** `*`, or a name with those below it, an address or a CIDR; a port behind it narrows it. An IPv6 address with a port is in brackets. */
function exceptionOf(entry: string): Exception {
  const [, host = entry, port] = /^(\[[^\]]*\]|[^:]*):(\d{1,5})$/.exec(entry) ?? [];
  const matches = hostException(host.replace(/^\[|\]$/g, ''));
  return (name, at) => (port === undefined || Number(port) === at) && matches(name);
}

function hostException(text: string): (host: string) => boolean {
  if (text === '*') return () => true;
  const cidr = isIP(text) ? `${text}/${text.includes(':') ? 128 : 32}` : text;
  if (ipaddr.isValidCIDR(cidr)) return (host) => isIP(host) > 0 && isWithin(host, cidr);
  const name = text.replace(/^\*?\./, '').replace(/\.$/, '');
  return (host) => name !== '' && (host === name || host.endsWith(`.${name}`));
}

function isWithin(host: string, cidr: string): boolean {
  const [address, [network, bits]] = [ipaddr.process(host), ipaddr.parseCIDR(cidr)];
  return address.kind() === network.kind() && address.match([network, bits] as never);
}

/** What a proxy is told of who asks; credentials go nowhere else. */
export function authorizationFor({ username, password }: URL): Record<string, string> {
  if (!username && !password) return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
}

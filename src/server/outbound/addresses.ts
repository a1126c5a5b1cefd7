import ipaddr from 'ipaddr.js';
import { isCloudAddress, isCloudName } from './cloud-services.ts';
import { OutboundError } from './outbound-error.ts';

/** 2000::/3 is all public IPv6 assigned so far; outside it are IPv4 in disguise (::7f00:1), NAT64 and the local ranges. */
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address (not a name) is on the public internet, and not that of a service of the cloud that this machine may be in.
 * IPv4 embedded in IPv6 is judged as IPv4.
 */
export function isPublicAddress(address: string): boolean {
  // An address with a zone ('fe80::1%eth0') is always on this machine's own network.
  if (!ipaddr.isValid(address) || address.includes('%')) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast' || isCloudAddress(parsed.toString())) return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(PUBLIC_IPV6);
}

/** The address without the brackets of IPv6; undefined for a name. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(bare) ? bare : undefined;
}

/** Web ports, and those that audio servers and test sites usually have: not mail, databases or remote control. */
function isWebPort(port: number): boolean {
  return port === 80 || port === 443 || (port >= 8000 && port <= 8999);
}

/** 'host:port' in the form of OUTBOUND_ALLOW, from a URL's parts; always with the port. */
export function hostAndPort({
  protocol,
  hostname,
  port,
}: Pick<URL, 'protocol' | 'hostname' | 'port'>): string {
  return `${hostname.toLowerCase()}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

/**
 * Checks an address itself; what its name resolves to is checked when connecting. `allowed` contains 'host:port' pairs that may
 * be private. Throws an OutboundError 'refused'. The URL parser has already converted decimal, octal and short forms to
 * 127.0.0.1.
 */
export function checkAddress(address: string | URL, allowed: ReadonlySet<string>): URL {
  const url = URL.canParse(String(address)) ? new URL(address) : undefined;
  if (!url) throw new OutboundError('refused', 'not an address');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutboundError('refused', `not a web address: ${url.protocol}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('refused', 'an address with a user name or a password in it');
  }
  if (allowed.has(hostAndPort(url))) return url;
  if (!isWebPort(Number(url.port || (url.protocol === 'https:' ? 443 : 80)))) {
    throw new OutboundError('refused', `not a port of the web: ${url.port}`);
  }
  if (isCloudName(url.hostname)) {
    throw new OutboundError('refused', `a service of a cloud for its own machines: ${url.hostname}`);
  }
  const literal = literalAddress(url.hostname);
  if (literal !== undefined && !isPublicAddress(literal)) {
    throw new OutboundError('refused', `not a public address: ${literal}`);
  }
  return url;
}

import { isIPv6 } from 'node:net';

/**
 * What rate limits count as one client: an IPv4 address, or the /64 network of an IPv6 address. One household may use
 * any of its 2^64 addresses. A connection that was destroyed before anyone read its address has none, despite
 * Fastify's types.
 */
export function getClientNetwork(ip: string | undefined): string {
  if (ip === undefined) return 'none';
  const plain = ip.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const tailGroups = tail === '' ? [] : tail.split(':');
    // An IPv4 address at the end fills two groups.
    const length = tailGroups.length + (tail.includes('.') ? 1 : 0);
    groups.push(...Array.from({ length: 8 - groups.length - length }, () => '0'), ...tailGroups);
  }
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

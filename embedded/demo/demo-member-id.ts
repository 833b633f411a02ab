import { createHash } from 'node:crypto';

/** Returns a demo member's id: the same uuid every time. */
export function createDemoMemberId(member: number): string {
  const hex = createHash('sha256').update(`demo/member-${member}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

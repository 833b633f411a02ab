import { createHmac } from 'node:crypto';
import type { MemberKeys } from '#infra/crypto/member-keys.ts';

/**
 * The secret of the link that confirms a change of address: made of the member's key, the same however often it is made,
 * since a job that was cut off can't know whether its email went out, and the link in it must open. Null once the member is
 * forgotten.
 */
export async function deriveLinkToken(
  keys: Pick<MemberKeys, 'find'>,
  { id, memberId }: { readonly id: string; readonly memberId: string },
): Promise<string | null> {
  const found = (await keys.find([memberId])).get(memberId);
  if (found === undefined || 'destroyed' in found) return null;
  return createHmac('sha256', found.key).update(`email-change/${id}`, 'utf8').digest('base64url');
}

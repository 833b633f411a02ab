import { createHmac } from 'node:crypto';
import type { MemberKeys } from '#infra/crypto/member-keys.ts';

/**
 * Derives the secret of the link that confirms or cancels a change of address from the member's key. It is the same on every
 * call: a job that crashed cannot know whether its email was sent, and the link in it must work. Null once the
 * member's key is destroyed.
 */
export async function deriveLinkToken(
  keys: Pick<MemberKeys, 'find'>,
  { id, memberId }: { readonly id: string; readonly memberId: string },
  purpose: 'confirm' | 'cancel',
): Promise<string | null> {
  const found = (await keys.find([memberId])).get(memberId);
  if (found === undefined || 'destroyed' in found) return null;
  const label = purpose === 'confirm' ? 'email-change' : 'cancel-email-change';
  return createHmac('sha256', found.key).update(`${label}/${id}`, 'utf8').digest('base64url');
}

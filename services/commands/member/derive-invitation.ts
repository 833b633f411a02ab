import { millisecondsInDay } from 'date-fns/constants';
import { secretsEqual } from '#infra/crypto/timing-safe-equal.ts';
import type { SignInSecret } from './derive-sign-in-code.ts';

/** How many days the link of an invitation lasts. Afterwards a forgotten password leads to the same. */
export const INVITATION_DAYS = 30;

const format = (secret: SignInSecret, memberId: string, until: string) =>
  `welcome.${memberId}.${until}.${secret(`invitation/${memberId}/${until}`)}`;

/**
 * The secret of the link by which a member who was brought over chooses a first password. It is derived, so that a repeated job sends
 * the same one and no table has it. It opens nothing once there is a password.
 */
export function deriveInvitation(secret: SignInSecret, memberId: string, invitedAt: Date): string {
  const until = invitedAt.getTime() + INVITATION_DAYS * millisecondsInDay;
  return format(secret, memberId, String(until));
}

/** The member whom a valid invitation names; null for any other token. */
export function readInvitation(secret: SignInSecret, token: string, now: Date): string | null {
  const [, memberId, until] = /^welcome\.([A-Za-z0-9-]{1,80})\.(\d{13})\./.exec(token) ?? [];
  if (memberId === undefined || until === undefined) return null;
  return secretsEqual(token, format(secret, memberId, until)) && Number(until) >= now.getTime()
    ? memberId
    : null;
}

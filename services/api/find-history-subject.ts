import { readMembershipOfMember } from '#projections/read-models/memberships/queries.ts';
import { readPaymentsOfMember } from '#projections/read-models/payments/queries.ts';
import type { HistorySubject } from '#services/audit/history/member-history.ts';
import type { ApiDependencies } from './dependencies.ts';

/** The streams, beside the wallet, that a member's history is read from. */
export async function findHistorySubject(
  { pool }: Pick<ApiDependencies, 'pool'>,
  memberId: string,
): Promise<HistorySubject> {
  const [membership, payments] = await Promise.all([
    readMembershipOfMember(pool, memberId),
    readPaymentsOfMember(pool, memberId),
  ]);
  const paymentIntentIds = payments.map(({ paymentIntentId }) => paymentIntentId);
  return { memberId, membershipId: membership?.id ?? null, paymentIntentIds };
}

import type { MemberState } from './decider.ts';
import type { MemberEvent } from './events.ts';

/**
 * Records the customer that keeps a member's cards at Stripe, the first or in place of `missing`. Appends nothing when there is another,
 * or the member is not active.
 */
export function recordCardCustomer(
  state: MemberState,
  {
    memberId,
    customerId,
    missing,
    now,
  }: { memberId: string; customerId: string; missing: string | null; now: Date },
): MemberEvent[] {
  if (state.status !== 'active' || state.cardCustomerId !== missing) return [];
  return [{ type: 'CardCustomerCreated', data: { memberId, customerId, at: now.toISOString() } }];
}

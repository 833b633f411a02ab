import type { MemberState } from './decider.ts';
import type { MemberEvent } from './events.ts';

/** Records the customer that keeps a member's cards at Stripe. Appends nothing when there is one, or the member is not active. */
export function recordCardCustomer(
  state: MemberState,
  { memberId, customerId, now }: { memberId: string; customerId: string; now: Date },
): MemberEvent[] {
  if (state.status !== 'active' || state.cardCustomerId !== null) return [];
  return [{ type: 'CardCustomerCreated', data: { memberId, customerId, at: now.toISOString() } }];
}

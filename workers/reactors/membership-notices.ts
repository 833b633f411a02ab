import { millisecondsInDay } from 'date-fns/constants';
import { type MembershipEvent, membershipEventDefinitions } from '#domain/membership/events.ts';
import type { StudioEvent } from '#domain/registry.ts';
import type { RecordedEvent } from '#infra/event-store/types.ts';
import { job } from '#infra/queue/define-job.ts';
import { type MembershipNotice, sendMembershipNotice } from '../jobs/send-membership-notice/definition.ts';
import type { Reactor } from './reactor.ts';

const isMembershipEvent = (event: RecordedEvent<StudioEvent>): event is RecordedEvent<MembershipEvent> =>
  Object.hasOwn(membershipEventDefinitions, event.type);

/** Null when another email informs the member. */
function toNotice(event: MembershipEvent): MembershipNotice | null {
  switch (event.type) {
    case 'MembershipStarted':
      return { what: 'started', invoiceId: event.data.invoiceId };
    case 'MembershipRenewed':
      return { what: 'renewed', invoiceId: event.data.invoiceId };
    case 'MembershipPaymentFailed': {
      const { invoiceId, attempt } = event.data;
      return { what: 'payment-failed', invoiceId, attempt };
    }
    case 'MembershipCancellationScheduled':
      return { what: 'cancelling', endsAt: event.data.endsAt };
    case 'MembershipCancellationWithdrawn':
      return { what: 'resumed' };
    case 'MembershipPausePlanned':
      return { what: 'pause', from: event.data.from, until: event.data.until };
    case 'MembershipPauseWithdrawn':
      return { what: 'pause-withdrawn' };
    // The email about the plan covers the begin; the reminder and the receipt cover the end.
    case 'MembershipPaused':
    case 'MembershipResumed':
      return null;
    case 'MembershipEnded':
      return { what: 'ended', reason: event.data.reason };
    case 'MembershipPriceChangeAnnounced': {
      const { pricePence, effectiveFrom } = event.data;
      return { what: 'price-change', pricePence, effectiveFrom };
    }
    case 'MembershipPlanChangeScheduled':
      return { what: 'plan-change', planId: event.data.plan.planId };
    case 'MembershipPlanChangeWithdrawn':
      return { what: 'plan-kept' };
    case 'MembershipPlanUpgraded':
      return { what: 'upgraded', invoiceId: event.data.invoiceId, passes: event.data.passes };
    case 'MembershipRefused':
      return { what: 'refused', amountPence: event.data.amountPence };
    // The email about the start covers them.
    case 'MembershipTermsAccepted':
    case 'MembershipStartRequested':
      return null;
    // The email about the cancellation covers it.
    case 'MembershipInvoiceVoided':
      return null;
    // The refund notice covers it, with the passes.
    case 'MembershipMoneyReturned':
      return null;
  }
}

/** Emails a member about every event of the membership. */
export const membershipNoticeReactor: Reactor = {
  name: 'membership-notices',
  maxAgeMs: millisecondsInDay,
  react(event) {
    if (!isMembershipEvent(event)) return [];
    const notice = toNotice(event);
    if (notice === null) return [];
    const { membershipId, memberId, subscriptionId } = event.data;
    const ids = {
      eventId: event.id,
      revision: Number(event.revision),
      membershipId,
      memberId,
      subscriptionId,
    };
    return [job(sendMembershipNotice, { ...ids, notice }, event.id)];
  },
};

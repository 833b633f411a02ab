import type { AcceptedTerms } from '#domain/accepted-terms.ts';
import { assertNever } from '#domain/assert-never.ts';
import type { MembershipEvent } from '#domain/membership/events.ts';
import { formatPounds } from '#domain/money.ts';
import type { PaymentEvent } from '#domain/payment/events.ts';
import { firstPlanTerms, type PlanTerms } from '#domain/plan/terms.ts';
import type { RecordedEvent } from '#infra/event-store/types.ts';
import type { EventDescription } from './describe-wallet-event.ts';
import { describeActor, formatPasses } from './wording.ts';

const describeTerms = ({ version, sha256 }: AcceptedTerms): EventDescription => ({
  summary: `The payer accepted the terms of ${version}.`,
  why: `SHA-256 of their text: ${sha256}.`,
});

/** Describes an event of a payment and its cause. */
export function describePaymentEvent(event: RecordedEvent<PaymentEvent>): EventDescription {
  const who = `By ${describeActor(event.metadata.actor)}.`;
  switch (event.type) {
    case 'PaymentStarted': {
      const { passName, passes, amountPence, booking } = event.data;
      const forClass = booking === undefined ? '' : `, for booking ${booking.bookingId}`;
      return {
        summary: `${passName}, ${formatPasses(passes)}: ${formatPounds(amountPence)} to pay${forClass}.`,
        why: who,
      };
    }
    case 'PaymentSucceeded': {
      const { amountPence, lotId } = event.data;
      return {
        summary: `${formatPounds(amountPence)} received, for lot ${lotId}.`,
        why: 'Stripe says that it is paid.',
      };
    }
    case 'ImmediateStartRequested':
      return {
        summary: 'The payer asked to start at once.',
        why: 'Classes taken within the 14 days in which the purchase can be cancelled are paid for.',
      };
    case 'TermsAccepted':
      return describeTerms(event.data);
    case 'PurchaseBooked':
      return {
        summary: `Class ${event.data.classId} is booked, by booking ${event.data.bookingId}.`,
        why: 'The pass was bought for it.',
      };
    case 'PurchaseNotBooked':
      return {
        summary: `Class ${event.data.classId} is not booked; the passes stay.`,
        why: `The class could not be booked: ${event.data.code}.`,
      };
    case 'PaymentFailed':
      return { summary: 'The payment failed.', why: `Stripe says: ${event.data.reason}.` };
    case 'PaymentRefunded': {
      const { amountPence, reason } = event.data;
      return { summary: `${formatPounds(amountPence)} refunded.`, why: `Reason: ${reason}.` };
    }
    case 'PaymentRefundFailed':
      return {
        summary: `${formatPounds(event.data.amountPence)} of a refund came back.`,
        why: 'It could not be delivered.',
      };
    case 'PaymentDisputed':
      return {
        summary: `${formatPounds(event.data.amountPence)} taken back by the payer’s bank.`,
        why: 'The payer disputes it.',
      };
    case 'PaymentDisputeWon':
      return {
        summary: `${formatPounds(event.data.amountPence)} given back by the payer’s bank.`,
        why: 'The dispute was decided for the studio.',
      };
    default:
      return assertNever(event);
  }
}

/** Nothing for the plan that every membership was of before there were others. */
const describePlan = ({ planId, version, name }: PlanTerms): string =>
  planId === firstPlanTerms.planId && version === firstPlanTerms.version
    ? ''
    : ` of plan ${planId}, ${name}, version ${version}`;

/** Describes an event of a membership and its cause. Long, since it has one short case for each event type. */
export function describeMembershipEvent(event: RecordedEvent<MembershipEvent>): EventDescription {
  const who = `By ${describeActor(event.metadata.actor)}.`;
  switch (event.type) {
    case 'MembershipStarted':
    case 'MembershipRenewed': {
      const { invoiceId, amountPence, periodEnd, passes, plan } = event.data;
      const what = event.type === 'MembershipStarted' ? 'The membership began' : 'The membership was renewed';
      return {
        summary: `${what} to ${periodEnd}: ${formatPasses(passes)}${describePlan(plan)}.`,
        why: `Invoice ${invoiceId} of ${formatPounds(amountPence)} was paid.`,
      };
    }
    case 'MembershipPaymentFailed':
      return {
        summary: `Invoice ${event.data.invoiceId} could not be paid.`,
        why: `The card was refused, try ${event.data.attempt}.`,
      };
    case 'MembershipInvoiceVoided':
      return {
        summary: `Invoice ${event.data.invoiceId} was voided: nothing is due to ${event.data.periodEnd}.`,
        why: who,
      };
    case 'MembershipCancellationScheduled':
      return { summary: `The membership will end at ${event.data.endsAt}.`, why: who };
    case 'MembershipCancellationWithdrawn':
      return { summary: 'The membership goes on after all.', why: who };
    case 'MembershipPausePlanned': {
      const { from, until } = event.data;
      return {
        summary: `The membership will be paused from ${from} to ${until}: no charge, no passes.`,
        why: who,
      };
    }
    case 'MembershipPauseWithdrawn':
      return {
        summary: `The membership is not paused from ${event.data.from} after all: that period is charged.`,
        why: who,
      };
    case 'MembershipPaused':
      return {
        summary: `The pause to ${event.data.until} began: no charge, no passes.`,
        why: 'It was planned, and Stripe voided the invoice of the period.',
      };
    case 'MembershipResumed':
      return {
        summary: `The pause from ${event.data.from} is over: the next period is charged.`,
        why: 'A pause lasts one period.',
      };
    case 'MembershipEnded':
      return {
        summary: 'The membership ended.',
        why: event.data.reason === 'unpaid' ? 'It was not paid.' : 'It was cancelled.',
      };
    case 'MembershipPriceChangeAnnounced': {
      const { fromPence, pricePence, effectiveFrom } = event.data;
      return {
        summary: `From ${effectiveFrom} a renewal costs ${formatPounds(pricePence)} instead of ${formatPounds(fromPence)}.`,
        why: 'The studio changed the price of the plan for those who have it.',
      };
    }
    case 'MembershipPlanChangeScheduled': {
      const { plan, from } = event.data;
      return { summary: `The plan will change to ${plan.planId}, ${plan.name}, at ${from}.`, why: who };
    }
    case 'MembershipPlanChangeWithdrawn':
      return { summary: 'The plan stays as it is.', why: who };
    case 'MembershipPlanUpgraded': {
      const { invoiceId, amountPence, passes, plan } = event.data;
      return {
        summary: `The plan changed to ${plan.planId}, ${plan.name}: ${formatPasses(passes)} more for this period.`,
        why: `Invoice ${invoiceId} of ${formatPounds(amountPence)} was paid.`,
      };
    }
    case 'MembershipTermsAccepted':
      return describeTerms(event.data);
    case 'MembershipStartRequested':
      return {
        summary: 'The payer asked for the membership to start at once.',
        why: 'Classes taken within the 14 days in which it can be cancelled are paid for.',
      };
    case 'MembershipRefused':
      return {
        summary: `A second membership was undone, ${formatPounds(event.data.amountPence)} sent back.`,
        why: 'One was running already.',
      };
    case 'MembershipMoneyReturned': {
      const { invoiceId, changePence, returnedPence } = event.data;
      return {
        summary:
          changePence >= 0
            ? `${formatPounds(changePence)} of invoice ${invoiceId} went back, ${formatPounds(returnedPence)} in all.`
            : `${formatPounds(-changePence)} of invoice ${invoiceId} came again; ${formatPounds(returnedPence)} is back.`,
        why: 'Stripe says so of its refunds and disputes.',
      };
    }
    default:
      return assertNever(event);
  }
}

import { assertNever } from '../assert-never.ts';
import type { Decider } from '../decider.ts';
import type { PlanTerms } from '../plan/terms.ts';
import type { MembershipEvent, PaidPeriod, PausedPeriod } from './events.ts';

/** The subscription that a membership is based on, or was based on last. */
export interface Membership {
  readonly membershipId: number;
  readonly memberId: string;
  readonly subscriptionId: string;
  readonly status: 'active' | 'paused' | 'past_due' | 'ended';
  readonly startedAt: string;
  /** The paid periods of this subscription, oldest first. */
  readonly periods: readonly PaidPeriod[];
  /** What was paid for a larger plan within a period, oldest first. */
  readonly upgrades: readonly PaidPeriod[];
  /** As it was charged last. */
  readonly plan: PlanTerms;
  /** When the member got this plan, or this version of it. */
  readonly planSince: string;
  /** Another price from the first renewal on or after a London day. */
  readonly priceChange: { readonly pricePence: number; readonly effectiveFrom: string } | null;
  /** Another plan from the next period. */
  readonly planChange: { readonly plan: PlanTerms; readonly from: string } | null;
  /** The next period, which is not charged, or with the status `paused` the one that runs. */
  readonly pause: PausedPeriod | null;
  readonly cancelAtPeriodEnd: boolean;
  /** When a cancelled membership ends; null while it is not cancelled. */
  readonly endsAt: string | null;
  /** The unpaid invoice, and how often its card was refused. */
  readonly failure: { readonly invoiceId: string; readonly attempt: number } | null;
}

export interface MembershipState {
  /** null until its first period is paid. */
  readonly membership: Membership | null;
  /** Invoices that were granted or refunded; never removed. */
  readonly invoices: ReadonlySet<string>;
  /** Subscriptions that were refused because one ran already. */
  readonly refused: ReadonlySet<string>;
  /** Subscriptions whose payer asked for an immediate start. */
  readonly startedAtOnce: ReadonlySet<string>;
  /** When each pause began that did. */
  readonly pausesBegun: readonly string[];
  /** Refunded pence by invoice; an invoice without a refund is missing. */
  readonly returned: ReadonlyMap<string, number>;
  /**
   * The number of events so far: a decision that relies on Stripe's answer checks that it has not changed meanwhile.
   */
  readonly eventCount: number;
}

function change(
  state: MembershipState,
  changes: (membership: Membership) => Partial<Membership>,
): MembershipState {
  const { membership } = state;
  return membership === null ? state : { ...state, membership: { ...membership, ...changes(membership) } };
}

const withInvoice = (state: MembershipState, invoiceId: string): MembershipState => ({
  ...state,
  invoices: new Set(state.invoices).add(invoiceId),
});

const isSameVersion = (a: PlanTerms, b: PlanTerms) => a.planId === b.planId && a.version === b.version;

/** The plan of a new period, and what was planned and has not come yet. */
function applyPlan(
  { plan: before, planSince, priceChange, planChange }: Membership,
  plan: PlanTerms,
  at: string,
): Pick<Membership, 'plan' | 'planSince' | 'priceChange' | 'planChange'> {
  const isPriceStill = priceChange !== null && plan.planId === before.planId;
  return {
    plan,
    planSince: isSameVersion(plan, before) ? planSince : at,
    priceChange: isPriceStill && plan.pricePence !== priceChange.pricePence ? priceChange : null,
    planChange: planChange !== null && isSameVersion(plan, planChange.plan) ? null : planChange,
  };
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one short case for each event type.
function apply(state: MembershipState, event: MembershipEvent): MembershipState {
  switch (event.type) {
    case 'MembershipStarted': {
      const { membershipId, memberId, subscriptionId, at, ...period } = event.data;
      return {
        ...withInvoice(state, period.invoiceId),
        membership: {
          membershipId,
          memberId,
          subscriptionId,
          status: 'active',
          startedAt: period.periodStart,
          periods: [period],
          upgrades: [],
          plan: period.plan,
          planSince: at,
          priceChange: null,
          planChange: null,
          pause: null,
          cancelAtPeriodEnd: false,
          endsAt: null,
          failure: null,
        },
      };
    }
    case 'MembershipTermsAccepted':
      return state;
    case 'MembershipStartRequested':
      return { ...state, startedAtOnce: new Set(state.startedAtOnce).add(event.data.subscriptionId) };
    case 'MembershipRenewed': {
      const { membershipId, memberId, subscriptionId, at, ...period } = event.data;
      return change(withInvoice(state, period.invoiceId), (before) => ({
        status: 'active',
        periods: [...before.periods, period],
        failure: null,
        ...applyPlan(before, period.plan, at),
      }));
    }
    case 'MembershipPlanUpgraded': {
      const { membershipId, memberId, subscriptionId, at, ...upgrade } = event.data;
      return change(withInvoice(state, upgrade.invoiceId), ({ upgrades }) => ({
        upgrades: [...upgrades, upgrade],
        plan: upgrade.plan,
        planSince: at,
        priceChange: null,
        planChange: null,
      }));
    }
    case 'MembershipPriceChangeAnnounced': {
      const { pricePence, effectiveFrom } = event.data;
      return change(state, ({ plan }) => ({
        priceChange: pricePence === plan.pricePence ? null : { pricePence, effectiveFrom },
      }));
    }
    case 'MembershipPlanChangeScheduled': {
      const { plan, from } = event.data;
      return change(state, () => ({ planChange: { plan, from } }));
    }
    case 'MembershipPlanChangeWithdrawn':
      return change(state, () => ({ planChange: null }));
    case 'MembershipPaymentFailed': {
      const { invoiceId, attempt } = event.data;
      return change(state, () => ({ status: 'past_due', failure: { invoiceId, attempt } }));
    }
    case 'MembershipInvoiceVoided':
      return change(state, () => ({ failure: null }));
    case 'MembershipCancellationScheduled':
      return change(state, () => ({ cancelAtPeriodEnd: true, endsAt: event.data.endsAt }));
    case 'MembershipCancellationWithdrawn':
      return change(state, () => ({ cancelAtPeriodEnd: false, endsAt: null }));
    case 'MembershipPausePlanned': {
      const { from, until } = event.data;
      return change(state, () => ({ pause: { from, until } }));
    }
    case 'MembershipPauseWithdrawn':
      return change(state, () => ({ pause: null }));
    case 'MembershipPaused':
      return {
        ...change(state, () => ({ status: 'paused' })),
        pausesBegun: [...state.pausesBegun, event.data.from],
      };
    case 'MembershipResumed':
      return change(state, () => ({ status: 'active', pause: null }));
    case 'MembershipEnded':
      return change(state, () => ({ status: 'ended', pause: null }));
    case 'MembershipRefused': {
      const { invoiceId, subscriptionId } = event.data;
      return {
        ...withInvoice(state, invoiceId),
        refused: new Set(state.refused).add(subscriptionId),
      };
    }
    case 'MembershipMoneyReturned': {
      const { invoiceId, returnedPence } = event.data;
      return { ...state, returned: new Map(state.returned).set(invoiceId, returnedPence) };
    }
    default:
      return assertNever(event);
  }
}

export const membershipDecider: Decider<MembershipState, MembershipEvent> = {
  stream: (membershipId) => `membership-${membershipId}`,
  initial: {
    membership: null,
    invoices: new Set(),
    refused: new Set(),
    startedAtOnce: new Set(),
    pausesBegun: [],
    returned: new Map(),
    eventCount: 0,
  },
  evolve: (state, event) => ({ ...apply(state, event), eventCount: state.eventCount + 1 }),
};

import type { AcceptedTerms } from '#domain/accepted-terms.ts';
import { assertUnchanged } from '#domain/changed-since.ts';
import { assertNoMembership } from '#domain/membership/decide.ts';
import { membershipDecider } from '#domain/membership/decider.ts';
import { requirePlanOnSale } from '#domain/plan/decide.ts';
import { planDecider } from '#domain/plan/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import { settingDecider } from '#domain/setting/decider.ts';
import { defineCommand } from '../define-command.ts';
import { toAgreementMetadata } from './agreement.ts';
import type { MembershipDeps } from './membership-deps.ts';
import { toStripePrice } from './plan-price.ts';
import { toPlanMetadata } from './plan-terms.ts';

const AVAILABILITY = 'membership_availability';

interface CheckoutPages {
  /** The target of the payment page; `{CHECKOUT_SESSION_ID}` in it becomes the session's id. */
  readonly successUrl: string;
  readonly cancelUrl: string;
}

/**
 * Opens a payment page at Stripe for a plan of membership. A member may open several; the first that is paid becomes
 * the membership, on the terms that the plan has now.
 * @throws Refusal MEMBERSHIPS_CLOSED, ALREADY_MEMBER, PLAN_NOT_FOUND, PLAN_NOT_ON_SALE; CHANGED_SINCE when a period
 * has another price than the member saw; PaymentsUnavailable
 */
export const openCheckout = defineCommand(
  'open-checkout',
  async (
    { deciders, subscriptions, membershipIds }: MembershipDeps,
    {
      memberId,
      planId,
      expectedPricePence,
      startsAtOnce = false,
      terms: accepted = null,
      ...pages
    }: {
      memberId: string;
      planId: number;
      /** The price of a period that the member saw. */
      expectedPricePence?: number | undefined;
      /** The member asks for the membership to begin within the 14 days in which they may cancel it. */
      startsAtOnce?: boolean | undefined;
      /** The text of the terms that the member accepts. */
      terms?: AcceptedTerms | null;
    } & CheckoutPages,
    context,
  ): Promise<{ sessionId: string; url: string }> => {
    const membershipId = await membershipIds.of(memberId);
    const [availability, { state }, { state: plan }] = await Promise.all([
      deciders.load(settingDecider, AVAILABILITY),
      deciders.load(membershipDecider, String(membershipId)),
      deciders.load(planDecider, String(planId)),
    ]);
    assertNoMembership(state);
    // Open by default (spec 000 section 4).
    if ((availability.state.setting?.value ?? 'open') !== 'open') throw new Refusal('MEMBERSHIPS_CLOSED');
    const terms = requirePlanOnSale(plan);
    assertUnchanged('price', { pricePence: expectedPricePence }, { pricePence: terms.pricePence });
    const session = await subscriptions.createCheckoutSession({
      memberId,
      price: toStripePrice(terms),
      metadata: {
        ...toPlanMetadata(terms),
        ...toAgreementMetadata({ agreedAt: context.now.toISOString(), startsAtOnce, terms: accepted }),
      },
      ...pages,
      idempotencyKey: `checkout/${context.commandId}`,
    });
    return { sessionId: session.id, url: session.url };
  },
);

import { assertUnchanged } from '#domain/changed-since.ts';
import { assertNoMembership } from '#domain/membership/decide.ts';
import { membershipDecider } from '#domain/membership/decider.ts';
import { membershipPrice } from '#domain/membership/price.ts';
import { Refusal } from '#domain/refusal.ts';
import { settingDecider } from '#domain/setting/decider.ts';
import { defineCommand } from '../define-command.ts';
import type { MembershipDeps } from './membership-deps.ts';

const AVAILABILITY = 'membership_availability';

interface CheckoutPages {
  /** The target of the payment page; `{CHECKOUT_SESSION_ID}` in it becomes the session's id. */
  readonly successUrl: string;
  readonly cancelUrl: string;
}

/**
 * Opens a payment page at Stripe for the monthly membership. A member may open several; the first that is paid
 * becomes the membership.
 * @throws Refusal MEMBERSHIPS_CLOSED, ALREADY_MEMBER; CHANGED_SINCE when a month has another price than the member
 * saw; PaymentsUnavailable
 */
export const openCheckout = defineCommand(
  'open-checkout',
  async (
    { deciders, subscriptions, membershipIds }: MembershipDeps,
    {
      memberId,
      expectedPricePence,
      ...pages
    }: {
      memberId: string;
      /** The price of a month that the member saw. */
      expectedPricePence?: number | undefined;
    } & CheckoutPages,
    context,
  ): Promise<{ sessionId: string; url: string }> => {
    const membershipId = await membershipIds.of(memberId);
    const [availability, { state }] = await Promise.all([
      deciders.load(settingDecider, AVAILABILITY),
      deciders.load(membershipDecider, String(membershipId)),
    ]);
    assertNoMembership(state);
    // Open by default (spec 000 section 4).
    if ((availability.state.setting?.value ?? 'open') !== 'open') throw new Refusal('MEMBERSHIPS_CLOSED');
    assertUnchanged('price', { pricePence: expectedPricePence }, { pricePence: membershipPrice.amountPence });
    const session = await subscriptions.createCheckoutSession({
      memberId,
      ...pages,
      idempotencyKey: `checkout/${context.commandId}`,
    });
    return { sessionId: session.id, url: session.url };
  },
);

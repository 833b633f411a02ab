import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refusal } from '#domain/refusal.ts';
import { readMembershipOfMember } from '#projections/read-models/memberships/queries.ts';
import { readPlansOnSale } from '#projections/read-models/plans/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { getMember } from '#services/api/plugins/authentication.ts';
import { describeMembership, describeNoMembership } from '#services/api/presenters/describe-membership.ts';
import { describeWithdrawal } from '#services/api/presenters/describe-withdrawal.ts';
import { previewPlanChange } from '#services/api/preview-plan-change.ts';
import { readOpenPayment } from '#services/api/read-open-payment.ts';
import { getSiteUrl } from '#services/api/site-url.ts';
import { currentTerms } from '#services/api/terms/current-terms.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { cancelMembership } from '#services/commands/membership/cancel-membership.ts';
import { changePlanAtRenewal } from '#services/commands/membership/change-plan-at-renewal.ts';
import { completeCheckout } from '#services/commands/membership/complete-checkout.ts';
import { openCheckout } from '#services/commands/membership/open-checkout.ts';
import { resumeMembership } from '#services/commands/membership/resume-membership.ts';
import { upgradePlan } from '#services/commands/membership/upgrade-plan.ts';
import {
  previewMembershipWithdrawal,
  withdrawMembership,
} from '#services/commands/refund/withdraw-membership.ts';
import { dryRunQuery } from '#services/contract/dry-run.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import {
  cancelMembershipAnswer,
  cancelMembershipBody,
  changePlanOfMembershipBody,
  completeMembershipAnswer,
  completeMembershipBody,
  membershipAnswer,
  membershipRedirectAnswer,
  membershipSessionAnswer,
  planChangePreview,
  resumeMembershipAnswer,
  type SubscribeBody,
  subscribeBody,
} from '#services/contract/membership.ts';
import { numericIdText } from '#services/contract/values.ts';
import { withdrawalAnswer, withdrawalPreviewAnswer } from '#services/contract/wallet.ts';
import { protectRoutes } from '../protect-routes.ts';

const params = z.object({ id: numericIdText });
const readModels = ['memberships', 'wallet', 'members'];

/** A member's monthly membership: its status, subscribing, cancelling and resuming. */
export function registerMembershipRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp } = deps;
  const withSchema = protectRoutes(authentication.requireMember, 'membership');

  app.get('/api/membership', withSchema({ response: { 200: membershipAnswer } }), async (request) => {
    const row = await readMembershipOfMember(pool, getMember(request).memberId);
    if (row === undefined) return describeNoMembership((await readPlansOnSale(pool))[0]);
    return describeMembership(row, await readOpenPayment(deps, row), clock.now());
  });

  registerSubscribeRoutes(app, deps);

  app.post(
    '/api/membership/:id/cancel',
    withSchema({ params, body: cancelMembershipBody, response: { 200: cancelMembershipAnswer } }),
    async (request) => {
      const when = request.body?.when ?? 'period_end';
      const membership = { membershipId: request.params.id, memberId: getMember(request).memberId, when };
      const ending = await cancelMembership(deps, membership, createCommandContext(request, clock));
      const { periodEnd: endsAt, remainingPasses, position } = ending;
      return { success: true as const, endsAt, remainingPasses, ...(await catchUp(position, readModels)) };
    },
  );

  app.post(
    '/api/membership/:id/plan',
    withSchema({
      params,
      querystring: dryRunQuery,
      body: changePlanOfMembershipBody,
      response: { 200: z.union([planChangePreview, commandAnswer]) },
    }),
    async (request) => {
      const { memberId } = getMember(request);
      const { when, ...planChange } = { ...request.body, membershipId: request.params.id, memberId };
      const context = createCommandContext(request, clock);
      if (request.query.dryRun) return previewPlanChange(deps, { ...planChange, when }, context);
      const change = when === 'now' ? upgradePlan : changePlanAtRenewal;
      const { position } = await change(deps, planChange, context);
      return { success: true as const, ...(await catchUp(position, readModels)) };
    },
  );

  app.post(
    '/api/membership/:id/withdraw',
    withSchema({
      params,
      querystring: dryRunQuery,
      response: { 200: z.union([withdrawalPreviewAnswer, withdrawalAnswer]) },
    }),
    async (request) => {
      const own = { membershipId: request.params.id, memberId: getMember(request).memberId };
      if (request.query.dryRun)
        return describeWithdrawal(await previewMembershipWithdrawal(deps, own, clock.now()), 'membership');
      const { position, ...withdrawn } = await withdrawMembership(
        deps,
        own,
        createCommandContext(request, clock),
      );
      const shown = [...readModels, 'bookings', 'booking-progress', 'schedule', 'payments'];
      return { success: true as const, ...withdrawn, ...(await catchUp(position, shown)) };
    },
  );

  app.post(
    '/api/membership/:id/resume',
    withSchema({ params, response: { 200: resumeMembershipAnswer } }),
    async (request) => {
      const membership = { membershipId: request.params.id, memberId: getMember(request).memberId };
      const resumed = await resumeMembership(deps, membership, createCommandContext(request, clock));
      return {
        success: true as const,
        nextBillingDate: resumed.periodEnd,
        ...(await catchUp(resumed.position, readModels)),
      };
    },
  );
}

/** Opening a payment page, and completing one. */
function registerSubscribeRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp, config } = deps;
  const withSchema = protectRoutes(authentication.requireMember, 'membership');
  /** Which plan is offered first is no rule; that it is on sale is decided with its stream. @throws Refusal MEMBERSHIPS_CLOSED */
  const readFirstPlanId = async (): Promise<number> => {
    const [first] = await readPlansOnSale(pool);
    if (first === undefined) throw new Refusal('MEMBERSHIPS_CLOSED');
    return first.id;
  };
  /** The URL of a new payment page for the caller. */
  const openPaymentPage = async (request: FastifyRequest<{ Body: SubscribeBody }>): Promise<string> => {
    const site = getSiteUrl(request, config);
    const { url } = await openCheckout(
      deps,
      {
        memberId: getMember(request).memberId,
        planId: request.body?.planId ?? (await readFirstPlanId()),
        expectedPricePence: request.body?.expectedPricePence,
        startsAtOnce: request.body?.startNow,
        terms: request.body?.acceptTerms === true ? currentTerms : null,
        successUrl: `${site}/membership-success?session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${site}/membership-cancelled`,
      },
      createCommandContext(request, clock),
    );
    return url;
  };

  app.post(
    '/api/create-membership-subscription',
    withSchema({ body: subscribeBody, response: { 200: membershipSessionAnswer } }),
    async (request) => ({ success: true as const, sessionUrl: await openPaymentPage(request) }),
  );

  app.post(
    '/api/membership/subscribe',
    withSchema({ body: subscribeBody, response: { 200: membershipRedirectAnswer } }),
    async (request) => ({ success: true as const, redirectUrl: await openPaymentPage(request) }),
  );

  app.post(
    '/api/membership/complete',
    withSchema({ body: completeMembershipBody, response: { 200: completeMembershipAnswer } }),
    async (request) => {
      const { memberId } = getMember(request);
      const completed = await completeCheckout(
        deps,
        { sessionId: request.body.session_id, memberId },
        createCommandContext(request, clock),
      );
      return {
        success: true as const,
        outcome: completed.outcome,
        ...(await catchUp(completed.position, readModels)),
      };
    },
  );
}

import { z } from 'zod';
import { readAllMemberships } from '#projections/read-models/memberships/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { answerDryRun } from '#services/api/dry-run.ts';
import {
  computeMembershipStatistics,
  describeAdminMembership,
  describeMembershipCancellation,
} from '#services/api/presenters/describe-admin-membership.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { cancelMembership } from '#services/commands/membership/cancel-membership.ts';
import { previewCancellation } from '#services/commands/membership/preview-cancellation.ts';
import { resumeMembership } from '#services/commands/membership/resume-membership.ts';
import { dryRunAnswer, dryRunQuery } from '#services/contract/dry-run.ts';
import {
  adminMembershipsAnswer,
  cancelMembershipAnswer,
  cancelMembershipBody,
  resumeMembershipAnswer,
} from '#services/contract/membership.ts';
import { numericIdText } from '#services/contract/values.ts';
import { protectRoutes } from '../protect-routes.ts';

const params = z.object({ id: numericIdText });

/** The admin's list of memberships, cancelling one, and undoing that. */
export function registerAdminMembershipRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp } = deps;
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');

  app.get('/api/admin/memberships', withSchema({ response: { 200: adminMembershipsAnswer } }), async () => {
    const now = clock.now();
    const rows = await readAllMemberships(pool);
    return {
      success: true as const,
      memberships: rows.map((row) => describeAdminMembership(row, now)),
      statistics: computeMembershipStatistics(rows),
    };
  });

  app.post(
    '/api/admin/memberships/:id/cancel',
    withSchema({
      params,
      querystring: dryRunQuery,
      body: cancelMembershipBody,
      response: { 200: z.union([dryRunAnswer, cancelMembershipAnswer]) },
    }),
    async (request) => {
      const when = request.body?.when ?? 'period_end';
      const cancellation = { membershipId: request.params.id, memberId: null, when };
      if (request.query.dryRun) {
        const [preview, rows] = await Promise.all([
          previewCancellation(deps, cancellation, clock.now()),
          readAllMemberships(pool),
        ]);
        const member = rows.find(({ id }) => id === cancellation.membershipId);
        const name = member?.userName ?? 'A former member';
        const interval = member?.interval ?? 'month';
        return answerDryRun(describeMembershipCancellation(preview, { name, when, interval }));
      }
      const ending = await cancelMembership(deps, cancellation, createCommandContext(request, clock));
      const { periodEnd: endsAt, remainingPasses, position } = ending;
      const caughtUp = await catchUp(position, ['memberships', 'wallet']);
      return { success: true as const, endsAt, remainingPasses, ...caughtUp };
    },
  );

  app.post(
    '/api/admin/memberships/:id/resume',
    withSchema({ params, response: { 200: resumeMembershipAnswer } }),
    async (request) => {
      const membership = { membershipId: request.params.id, memberId: null };
      const resumed = await resumeMembership(deps, membership, createCommandContext(request, clock));
      return {
        success: true as const,
        nextBillingDate: resumed.periodEnd,
        ...(await catchUp(resumed.position, ['memberships', 'wallet'])),
      };
    },
  );
}

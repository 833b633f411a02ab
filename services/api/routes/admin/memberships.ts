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
import { dryRunAnswer, dryRunQuery } from '#services/contract/dry-run.ts';
import { adminMembershipsAnswer, cancelMembershipAnswer } from '#services/contract/membership.ts';
import { numericIdText } from '#services/contract/values.ts';
import { protectRoutes } from '../protect-routes.ts';

/** The admin's list of memberships, and cancelling one at the end of its period. */
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
      params: z.object({ id: numericIdText }),
      querystring: dryRunQuery,
      response: { 200: z.union([dryRunAnswer, cancelMembershipAnswer]) },
    }),
    async (request) => {
      const cancellation = { membershipId: request.params.id, memberId: null };
      if (request.query.dryRun) {
        const [preview, rows] = await Promise.all([
          previewCancellation(deps, cancellation),
          readAllMemberships(pool),
        ]);
        const member = rows.find(({ id }) => id === cancellation.membershipId);
        const effects = describeMembershipCancellation(preview, {
          name: member?.userName ?? 'A former member',
        });
        return answerDryRun(effects);
      }
      const ending = await cancelMembership(deps, cancellation, createCommandContext(request, clock));
      const { periodEnd: endsAt, remainingPasses, position } = ending;
      const caughtUp = await catchUp(position, ['memberships', 'wallet']);
      return { success: true as const, endsAt, remainingPasses, ...caughtUp };
    },
  );
}

import { z } from 'zod';
import { readMemberNames } from '#projections/read-models/members/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { answerDryRun } from '#services/api/dry-run.ts';
import { erasedMember } from '#services/api/presenters/describe-class-effects.ts';
import { describePauseForStaff } from '#services/api/presenters/describe-pause.ts';
import { readPausedBookings } from '#services/api/read-paused-bookings.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { pauseMembership, previewPause } from '#services/commands/membership/pause-membership.ts';
import { withdrawPause } from '#services/commands/membership/withdraw-pause.ts';
import { dryRunAnswer, dryRunQuery } from '#services/contract/dry-run.ts';
import { pauseMembershipAnswer, resumeMembershipAnswer } from '#services/contract/membership.ts';
import { numericIdText } from '#services/contract/values.ts';
import { protectRoutes } from '../protect-routes.ts';

const params = z.object({ id: numericIdText });
const readModels = ['memberships', 'wallet'];

/** Pausing any membership for its next period, and withdrawing that before it begins. */
export function registerMembershipPauseStaffRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp } = deps;
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');

  app.post(
    '/api/admin/memberships/:id/pause',
    withSchema({
      params,
      querystring: dryRunQuery,
      response: { 200: z.union([dryRunAnswer, pauseMembershipAnswer]) },
    }),
    async (request) => {
      const membership = { membershipId: request.params.id, memberId: null };
      if (request.query.dryRun) {
        const preview = await previewPause(deps, membership, clock.now());
        const [bookings, names] = await Promise.all([
          readPausedBookings(pool, preview),
          readMemberNames(pool, [preview.memberId]),
        ]);
        const name = names.get(preview.memberId) ?? erasedMember;
        return answerDryRun(describePauseForStaff(preview, bookings, name));
      }
      const paused = await pauseMembership(deps, membership, createCommandContext(request, clock));
      const { from, until, position } = paused;
      return { success: true as const, from, until, ...(await catchUp(position, readModels)) };
    },
  );

  app.delete(
    '/api/admin/memberships/:id/pause',
    withSchema({ params, response: { 200: resumeMembershipAnswer } }),
    async (request) => {
      const membership = { membershipId: request.params.id, memberId: null };
      const withdrawn = await withdrawPause(deps, membership, createCommandContext(request, clock));
      const { nextBillingDate, position } = withdrawn;
      return { success: true as const, nextBillingDate, ...(await catchUp(position, readModels)) };
    },
  );
}

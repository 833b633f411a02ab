import { z } from 'zod';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { getMember } from '#services/api/plugins/authentication.ts';
import { describePause } from '#services/api/presenters/describe-pause.ts';
import { readPausedBookings } from '#services/api/read-paused-bookings.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { pauseMembership, previewPause } from '#services/commands/membership/pause-membership.ts';
import { withdrawPause } from '#services/commands/membership/withdraw-pause.ts';
import { dryRunQuery } from '#services/contract/dry-run.ts';
import {
  pauseMembershipAnswer,
  pausePreviewAnswer,
  resumeMembershipAnswer,
} from '#services/contract/membership.ts';
import { numericIdText } from '#services/contract/values.ts';
import { protectRoutes } from '../protect-routes.ts';

const params = z.object({ id: numericIdText });
const readModels = ['memberships', 'wallet', 'members'];

/** Pausing a member's membership for its next period, and withdrawing that before it begins. */
export function registerMembershipPauseRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp } = deps;
  const withSchema = protectRoutes(authentication.requireMember, 'membership');

  app.post(
    '/api/membership/:id/pause',
    withSchema({
      params,
      querystring: dryRunQuery,
      response: { 200: z.union([pausePreviewAnswer, pauseMembershipAnswer]) },
    }),
    async (request) => {
      const own = { membershipId: request.params.id, memberId: getMember(request).memberId };
      if (request.query.dryRun) {
        const preview = await previewPause(deps, own, clock.now());
        return describePause(preview, await readPausedBookings(pool, preview));
      }
      const paused = await pauseMembership(deps, own, createCommandContext(request, clock));
      const { from, until, position } = paused;
      return { success: true as const, from, until, ...(await catchUp(position, readModels)) };
    },
  );

  app.delete(
    '/api/membership/:id/pause',
    withSchema({ params, response: { 200: resumeMembershipAnswer } }),
    async (request) => {
      const own = { membershipId: request.params.id, memberId: getMember(request).memberId };
      const withdrawn = await withdrawPause(deps, own, createCommandContext(request, clock));
      const { nextBillingDate, position } = withdrawn;
      return { success: true as const, nextBillingDate, ...(await catchUp(position, readModels)) };
    },
  );
}

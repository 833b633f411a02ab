import { z } from 'zod';
import {
  allMemberships,
  type MembershipWithUser,
} from '../../../projections/read-models/memberships/queries.ts';
import { cancelMembership } from '../../commands/membership/cancel-membership.ts';
import {
  type adminMembership,
  adminMembershipsAnswer,
  cancelMembershipAnswer,
} from '../../contract/membership.ts';
import { numericIdText } from '../../contract/values.ts';
import { commandContext } from '../command-context.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { bearer, type TypedApp } from '../typed-app.ts';

const tags = ['staff'];

function describe(row: MembershipWithUser, now: Date): z.infer<typeof adminMembership> {
  return {
    id: row.id,
    userId: row.userId,
    status: row.status,
    monthlyPasses: row.monthlyPasses,
    remainingPasses: row.expiresAt < now ? 0 : row.remainingPasses,
    startDate: row.startDate.toISOString(),
    currentPeriodStart: row.currentPeriodStart.toISOString(),
    currentPeriodEnd: row.currentPeriodEnd.toISOString(),
    cancelAtPeriodEnd: row.cancelAtPeriodEnd,
    endedAt: row.endedAt?.toISOString() ?? null,
    user: { name: row.userName ?? '', email: row.userEmail ?? '', phone: row.userPhone ?? '' },
  };
}

/** The memberships as staff see them, and ending one with its period. */
export function adminMembershipRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp } = deps;
  const onRequest = authentication.requireStaff();

  app.get(
    '/api/admin/memberships',
    { onRequest, schema: { tags, security: bearer, response: { 200: adminMembershipsAnswer } } },
    async () => {
      const now = clock.now();
      const memberships = await allMemberships(pool);
      return { success: true as const, memberships: memberships.map((row) => describe(row, now)) };
    },
  );

  app.post(
    '/api/admin/memberships/:id/cancel',
    {
      onRequest,
      schema: {
        tags,
        security: bearer,
        params: z.object({ id: numericIdText }),
        response: { 200: cancelMembershipAnswer },
      },
    },
    async (request) => {
      const asked = { membershipId: request.params.id, memberId: null };
      const ending = await cancelMembership(deps, asked, commandContext(request, clock));
      const { periodEnd: endsAt, remainingPasses, position } = ending;
      const caughtUp = await catchUp(position, ['memberships', 'wallet']);
      return { success: true as const, endsAt, remainingPasses, ...caughtUp };
    },
  );
}

import { z } from 'zod';
import { batchReads } from '#infra/postgres/batch-reads.ts';
import { readAllClosures } from '#projections/read-models/closures/queries.ts';
import { readClassesByIds } from '#projections/read-models/schedule/queries.ts';
import { readLotsOfMembers } from '#projections/read-models/wallet/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { getMember } from '#services/api/plugins/authentication.ts';
import { describeLotHistory } from '#services/api/presenters/describe-lot-history.ts';
import { describeOwnLots } from '#services/api/presenters/describe-own-lots.ts';
import { describeWithdrawal } from '#services/api/presenters/describe-withdrawal.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { readLotHistory } from '#services/audit/history/lot-history.ts';
import { previewWithdrawal, withdrawPurchase } from '#services/commands/refund/withdraw-purchase.ts';
import { dryRunQuery } from '#services/contract/dry-run.ts';
import {
  lotHistoryAnswer,
  lotIdText,
  userPassesAnswer,
  withdrawalAnswer,
  withdrawalPreviewAnswer,
} from '#services/contract/wallet.ts';
import { protectRoutes } from '../protect-routes.ts';

/** My Passes: a member's lots, the history of each, and cancelling a purchase within 14 days. */
export function registerWalletRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, eventStore, catchUp } = deps;
  const withSchema = protectRoutes(authentication.requireMember, 'passes');
  const readLots = batchReads((memberIds: readonly string[]) => readLotsOfMembers(pool, memberIds));

  app.get('/api/user/passes', withSchema({ response: { 200: userPassesAnswer } }), async (request) => {
    const { memberId } = getMember(request);
    return describeOwnLots(deps, memberId, (await readLots(memberId)) ?? [], clock.now());
  });

  app.get(
    '/api/user/passes/:lotId/history',
    withSchema({ params: z.object({ lotId: lotIdText }), response: { 200: lotHistoryAnswer } }),
    async (request) => {
      const { lotId } = request.params;
      // Reads the caller's own stream, so another member's lot is not found.
      const history = await readLotHistory(eventStore, { memberId: getMember(request).memberId, lotId });
      const classIds = new Set(history.entries.flatMap(({ classId }) => classId ?? []));
      const isExtended = history.entries.some(({ closedDays }) => closedDays.length > 0);
      const [classes, closures] = await Promise.all([
        readClassesByIds(pool, [...classIds]),
        isExtended ? readAllClosures(pool) : [],
      ]);
      return describeLotHistory(lotId, history, classes, closures);
    },
  );

  app.post(
    '/api/user/passes/:lotId/withdraw',
    withSchema({
      params: z.object({ lotId: lotIdText }),
      querystring: dryRunQuery,
      response: { 200: z.union([withdrawalPreviewAnswer, withdrawalAnswer]) },
    }),
    async (request) => {
      const own = { memberId: getMember(request).memberId, lotId: request.params.lotId };
      if (request.query.dryRun)
        return describeWithdrawal(await previewWithdrawal(deps, own, clock.now()), 'purchase');
      const context = createCommandContext(request, clock);
      const { position, ...withdrawn } = await withdrawPurchase(deps, own, context);
      const caughtUp = await catchUp(position, [
        'wallet',
        'bookings',
        'booking-progress',
        'schedule',
        'payments',
      ]);
      return { success: true as const, ...withdrawn, ...caughtUp };
    },
  );
}

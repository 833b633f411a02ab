import { lotsOf } from '../../../projections/read-models/wallet/queries.ts';
import { userPassesAnswer } from '../../contract/wallet.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { describeLot } from '../describe-lot.ts';
import { memberOf } from '../plugins/authentication.ts';
import { bearer, type TypedApp } from '../typed-app.ts';

/** `GET /api/user/passes`: My Passes. */
export function walletRoutes(app: TypedApp, { authentication, pool, clock }: ApiDependencies): void {
  app.get(
    '/api/user/passes',
    {
      onRequest: authentication.requireMember,
      schema: { tags: ['passes'], security: bearer, response: { 200: userPassesAnswer } },
    },
    async (request) => {
      const now = clock.now();
      const lots = await lotsOf(pool, memberOf(request).memberId);
      return lots.map((lot) => describeLot(lot, now));
    },
  );
}

import { toLondonDay } from '#domain/london-time.ts';
import { readStandingClosures } from '#projections/read-models/closures/queries.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { closuresAnswer } from '#services/contract/closures.ts';

/** `GET /api/closures`: the days ahead on which the studio is closed. */
export function registerClosureRoutes(app: TypedApp, { pool, clock }: ApiDependencies): void {
  app.get(
    '/api/closures',
    { schema: { tags: ['schedule'], response: { 200: closuresAnswer } } },
    async () => {
      const closures = await readStandingClosures(pool, toLondonDay(clock.now()));
      return {
        success: true as const,
        closures: closures.map(({ from, to, reason }) => ({ from, to, reason })),
      };
    },
  );
}

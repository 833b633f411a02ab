import { inSnapshot } from '#infra/postgres/transaction.ts';
import { readFigureRows, readFigureTotal } from '#projections/read-models/audit-trail/figure-queries.ts';
import { getFigureSource } from '#services/api/audit-overview/get-figure-source.ts';
import { readFigureEvents } from '#services/api/audit-overview/read-figure-events.ts';
import { readOverview } from '#services/api/audit-overview/read-overview.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import {
  auditFigureAnswer,
  auditFigureQuery,
  auditOverviewAnswer,
} from '#services/contract/audit-overview.ts';
import { protectRoutes } from '../protect-routes.ts';

const eventsPerPage = 25;

/** The books of the studio, and the events behind each of their figures. Both name members by their ids only. */
export function registerAuditOverviewRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, clock, pool } = deps;
  const withSchema = protectRoutes(authentication.requireActiveStaff('auditor'), 'audit');

  app.get('/api/audit/overview', withSchema({ response: { 200: auditOverviewAnswer } }), () =>
    readOverview(deps),
  );

  app.get(
    '/api/audit/overview/events',
    withSchema({ querystring: auditFigureQuery, response: { 200: auditFigureAnswer } }),
    async ({ query }) => {
      const { source, unit } = getFigureSource(query, clock.now());
      const { rows, total } = await inSnapshot(pool, async (client) => ({
        rows: await readFigureRows(client, source, { before: query.before, limit: eventsPerPage + 1 }),
        total: await readFigureTotal(client, source),
      }));
      const shown = rows.slice(0, eventsPerPage);
      return {
        success: true as const,
        figure: query.figure,
        unit,
        total,
        events: await readFigureEvents(deps, shown),
        next: rows.length > eventsPerPage ? (shown.at(-1)?.position ?? null) : null,
      };
    },
  );
}

import type { ApiDependencies } from '#services/api/dependencies.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { registerAuditEvidenceRoutes } from './evidence.ts';
import { registerAuditHistoryRoutes } from './histories.ts';
import { registerAuditOverviewRoutes } from './overview.ts';

/** The auditor’s overview, histories and evidence. */
export function registerAuditRoutes(app: TypedApp, deps: ApiDependencies): void {
  registerAuditOverviewRoutes(app, deps);
  registerAuditHistoryRoutes(app, deps);
  registerAuditEvidenceRoutes(app, deps);
}

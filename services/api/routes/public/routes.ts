import type { ApiDependencies } from '#services/api/dependencies.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { registerCatalogueRoutes } from './catalogue.ts';
import { registerClosureRoutes } from './closures.ts';
import { registerComplaintRoutes } from './complaints.ts';
import { registerLiveEventRoutes } from './live-events.ts';
import { registerMembershipAvailabilityRoutes } from './membership-availability.ts';
import { registerMembershipPlanRoutes } from './membership-plans.ts';
import { registerOneClickUnsubscribe } from './one-click-unsubscribe.ts';
import { registerRegistrationRoutes } from './registrations.ts';
import { registerRuleRoutes } from './rules.ts';
import { registerScheduleRoutes } from './schedule.ts';
import { registerSiteConfigRoutes } from './site-config.ts';

/** What anyone may read or send without signing in. */
export async function registerPublicRoutes(app: TypedApp, deps: ApiDependencies): Promise<void> {
  registerSiteConfigRoutes(app, deps);
  registerCatalogueRoutes(app, deps);
  registerRuleRoutes(app, deps);
  registerScheduleRoutes(app, deps);
  registerClosureRoutes(app, deps);
  registerMembershipAvailabilityRoutes(app, deps);
  registerMembershipPlanRoutes(app, deps);
  registerRegistrationRoutes(app, deps);
  registerComplaintRoutes(app, deps);
  registerLiveEventRoutes(app, deps);
  await registerOneClickUnsubscribe(app, deps);
}

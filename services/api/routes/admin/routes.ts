import type { ApiDependencies } from '#services/api/dependencies.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { registerAdminBookingRoutes } from './bookings.ts';
import { registerAdminCampaignRoutes } from './campaigns.ts';
import { registerAdminClassRoutes } from './classes.ts';
import { registerAdminFigureRoutes } from './figures.ts';
import { registerAdminInstructorRoutes } from './instructors.ts';
import { registerAdminMemberRoutes } from './members.ts';
import { registerAdminMembershipRoutes } from './memberships.ts';
import { registerAdminPassRoutes } from './passes.ts';
import { registerAdminPayRoutes } from './pay.ts';
import { registerAdminPersonRoutes } from './person.ts';
import { registerAdminPlanRoutes } from './plans.ts';
import { registerAdminRefundRoutes } from './refunds.ts';
import { registerAdminReportRoutes } from './reports.ts';
import { registerAdminSearchRoutes } from './search.ts';
import { registerAdminSettingRoutes } from './settings.ts';
import { registerAdminStaffRoutes } from './staff.ts';
import { registerAdminStaffSessionRoutes } from './staff-sessions.ts';
import { registerAdminTemplateClassRoutes } from './template-classes.ts';
import { registerAdminTemplateRoutes } from './templates.ts';
import { registerAdminWeekRoutes } from './weeks.ts';
import { registerWhatIfRoutes } from './what-if.ts';

/** The admin’s timetable, catalogue, members, figures and settings. */
export function registerAdminRoutes(app: TypedApp, deps: ApiDependencies): void {
  registerAdminStaffRoutes(app, deps);
  registerAdminStaffSessionRoutes(app, deps);
  registerAdminInstructorRoutes(app, deps);
  registerAdminClassRoutes(app, deps);
  registerAdminBookingRoutes(app, deps);
  registerAdminTemplateRoutes(app, deps);
  registerAdminTemplateClassRoutes(app, deps);
  registerAdminWeekRoutes(app, deps);
  registerAdminPassRoutes(app, deps);
  registerAdminMemberRoutes(app, deps);
  registerAdminPersonRoutes(app, deps);
  registerAdminSearchRoutes(app, deps);
  registerAdminMembershipRoutes(app, deps);
  registerAdminPlanRoutes(app, deps);
  registerAdminRefundRoutes(app, deps);
  registerAdminCampaignRoutes(app, deps);
  registerAdminReportRoutes(app, deps);
  registerAdminFigureRoutes(app, deps);
  registerAdminPayRoutes(app, deps);
  registerAdminSettingRoutes(app, deps);
  registerWhatIfRoutes(app, deps);
}

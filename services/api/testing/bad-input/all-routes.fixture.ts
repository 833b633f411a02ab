import { memberRoutes } from './member-routes.fixture.ts';
import { officeRoutes } from './office-routes.fixture.ts';
import type { RouteCases } from './route-case.fixture.ts';
import { signInRoutes } from './sign-in-routes.fixture.ts';
import { staffRoutes } from './staff-routes.fixture.ts';
import { timetableRoutes } from './timetable-routes.fixture.ts';

/** Every route of the API. */
export const routeCases: RouteCases = {
  ...signInRoutes,
  ...memberRoutes,
  ...timetableRoutes,
  ...staffRoutes,
  ...officeRoutes,
};

import type { ApiDependencies } from '#services/api/dependencies.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { registerInstructorRoutes } from './instructor.ts';
import { registerStaffJoinRoutes } from './join.ts';
import { registerStaffPasswordResetRoutes } from './password-reset.ts';
import { registerSecondFactorRoutes } from './second-factor.ts';
import { registerStaffSessionRoutes } from './session.ts';

/** Signing in, joining, and the instructors’ classes. */
export function registerStaffRoutes(app: TypedApp, deps: ApiDependencies): void {
  registerStaffSessionRoutes(app, deps);
  registerSecondFactorRoutes(app, deps);
  registerStaffJoinRoutes(app, deps);
  registerStaffPasswordResetRoutes(app, deps);
  registerInstructorRoutes(app, deps);
}

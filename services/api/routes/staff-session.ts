import { secretsEqual } from '../../../infra/crypto/timing-safe-equal.ts';
import { commandAnswer } from '../../contract/errors.ts';
import { type StaffRole, staffSessionAnswer, staffSessionBody } from '../../contract/staff.ts';
import { HttpError } from '../http-error.ts';
import { type Authentication, staffCookie } from '../plugins/authentication.ts';
import { attemptsPerMinute } from '../plugins/rate-limits.ts';
import { bearer, type TypedApp } from '../typed-app.ts';

export interface StaffSessionDependencies {
  readonly authentication: Authentication;
  /** Whether browsers reach this over https only. */
  readonly isSecure: boolean;
  readonly staffPasswords: Readonly<Record<StaffRole, string>>;
}

/** `POST` and `DELETE /api/staff/session`: the passwords stay on the server, the browser gets a token. */
export function staffSessionRoutes(app: TypedApp, deps: StaffSessionDependencies): void {
  app.post(
    '/api/staff/session',
    {
      config: attemptsPerMinute(20),
      schema: { tags: ['staff'], body: staffSessionBody, response: { 200: staffSessionAnswer } },
    },
    async ({ body: { role, password } }, reply) => {
      if (!secretsEqual(password, deps.staffPasswords[role])) {
        throw new HttpError(401, 'WRONG_CREDENTIALS', 'Incorrect password');
      }
      const token = await deps.authentication.signIn({ kind: 'staff', role });
      if (role === 'admin') {
        const secure = deps.isSecure ? '; Secure' : '';
        reply.header(
          'set-cookie',
          `${staffCookie}=${token}; Path=/api/admin/jobs; HttpOnly; SameSite=Strict; Max-Age=86400${secure}`,
        );
      }
      return { success: true as const, token };
    },
  );
  app.delete(
    '/api/staff/session',
    {
      onRequest: deps.authentication.requireStaff('instructor', 'auditor'),
      schema: { tags: ['staff'], security: bearer, response: { 200: commandAnswer } },
    },
    async (request) => {
      await deps.authentication.signOut(request);
      return { success: true as const };
    },
  );
}

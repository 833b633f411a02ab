import type { Pool } from 'pg';
import { hashPassword, verifyPassword } from '../../../infra/crypto/passwords.ts';
import { healthOf, type UserRow, userById } from '../../../projections/read-models/members/queries.ts';
import { changeHealthAnswers } from '../../commands/change-health-answers.ts';
import { changePassword } from '../../commands/change-password.ts';
import { changeProfile } from '../../commands/change-profile.ts';
import { changePasswordBody, healthBody, profileAnswer, profileBody } from '../../contract/account.ts';
import { commandAnswer } from '../../contract/errors.ts';
import { exportAnswer } from '../../contract/member-export.ts';
import { InvalidInput } from '../../domain/refusal.ts';
import { commandContext } from '../command-context.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { describeExport } from '../describe-export.ts';
import { describeProfile } from '../describe-profile.ts';
import { given, healthAnswers } from '../health-answers.ts';
import { unauthenticated } from '../http-error.ts';
import { memberOf } from '../plugins/authentication.ts';
import { attemptsPerMinute } from '../plugins/rate-limits.ts';
import { bearer, type TypedApp } from '../typed-app.ts';

const tags = ['account'];

/**
 * Insists on the member's password once more. A wrong one is not 401, which would sign them out.
 * @throws InvalidInput on `path`
 */
export async function assertPassword(user: UserRow, password: string, path: string): Promise<void> {
  if (await verifyPassword(user.passwordHash ?? undefined, password)) return;
  throw new InvalidInput([{ path, message: 'This is not your password.' }]);
}

/** Who is signed in, with an address. @throws HttpError 401 for who has left */
export async function userOf(pool: Pool, memberId: string): Promise<UserRow & { email: string }> {
  const user = await userById(pool, memberId);
  if (!user || user.email === null) throw unauthenticated();
  return { ...user, email: user.email };
}

/** What a member finds on the account page: who they are, what they told of their health, password, sessions, data. */
export function accountRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp, config } = deps;
  const onRequest = authentication.requireMember;

  async function profileOf(memberId: string) {
    const [user, health] = await Promise.all([userOf(pool, memberId), healthOf(pool, memberId)]);
    return { success: true as const, ...describeProfile(user, health) };
  }

  app.get(
    '/api/user/profile',
    { onRequest, schema: { tags, security: bearer, response: { 200: profileAnswer } } },
    (request) => profileOf(memberOf(request).memberId),
  );

  app.put(
    '/api/user/profile',
    {
      onRequest,
      schema: { tags, security: bearer, body: profileBody, response: { 200: profileAnswer } },
    },
    async (request) => {
      const { memberId } = memberOf(request);
      const { name, phone, dateOfBirth } = request.body;
      const { position } = await changeProfile(
        deps,
        { memberId, profile: { name, phone, dateOfBirth: given(dateOfBirth) } },
        commandContext(request, clock),
      );
      const caughtUp = await catchUp(position, ['members']);
      return { ...(await profileOf(memberId)), ...caughtUp };
    },
  );

  app.put(
    '/api/user/health',
    {
      onRequest,
      schema: { tags, security: bearer, body: healthBody, response: { 200: profileAnswer } },
    },
    async (request) => {
      const { memberId } = memberOf(request);
      const { position } = await changeHealthAnswers(
        deps,
        { memberId, health: healthAnswers(request.body) },
        commandContext(request, clock),
      );
      const caughtUp = await catchUp(position, ['members']);
      return { ...(await profileOf(memberId)), ...caughtUp };
    },
  );

  app.put(
    '/api/user/password',
    {
      onRequest,
      config: attemptsPerMinute(10),
      schema: { tags, security: bearer, body: changePasswordBody, response: { 200: commandAnswer } },
    },
    async (request) => {
      const { memberId } = memberOf(request);
      const { currentPassword, newPassword } = request.body;
      await assertPassword(await userOf(pool, memberId), currentPassword, 'currentPassword');
      const { position } = await changePassword(
        deps,
        { memberId, passwordHash: await hashPassword(newPassword) },
        commandContext(request, clock),
      );
      const caughtUp = await catchUp(position, ['members']);
      await authentication.signOutEverywhere({ memberId }, { but: request });
      return { success: true as const, ...caughtUp };
    },
  );

  app.post(
    '/api/auth/signout-everywhere',
    { onRequest, schema: { tags, security: bearer, response: { 200: commandAnswer } } },
    async (request) => {
      await authentication.signOutEverywhere({ memberId: memberOf(request).memberId });
      return { success: true as const };
    },
  );

  app.get(
    '/api/user/export',
    {
      onRequest,
      config: attemptsPerMinute(10),
      schema: { tags, security: bearer, response: { 200: exportAnswer } },
    },
    async (request, reply) => {
      const user = await userOf(pool, memberOf(request).memberId);
      const now = clock.now();
      const studio = config.studio.name;
      reply.header(
        'content-disposition',
        `attachment; filename="my-studio-data-${now.toISOString().slice(0, 10)}.json"`,
      );
      return describeExport(deps, user, { studio, now });
    },
  );
}

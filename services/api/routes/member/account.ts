import { hashPassword } from '#infra/crypto/passwords.ts';
import { healthOf } from '#projections/read-models/members/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { toHealthAnswers, trimToNull } from '#services/api/health-answers.ts';
import { readMemberExport } from '#services/api/member-export/read-member-export.ts';
import { assertPassword, requireUser } from '#services/api/member-password.ts';
import { getMember } from '#services/api/plugins/authentication.ts';
import { limitPerMinute } from '#services/api/plugins/rate-limits.ts';
import { describeProfile } from '#services/api/presenters/describe-profile.ts';
import { bearer, type TypedApp } from '#services/api/typed-app.ts';
import { changeHealthAnswers } from '#services/commands/member/change-health-answers.ts';
import { changePassword } from '#services/commands/member/change-password.ts';
import { changeProfile } from '#services/commands/member/change-profile.ts';
import { changePasswordBody, healthBody, profileAnswer, profileBody } from '#services/contract/account.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { exportAnswer } from '#services/contract/member-export.ts';

const tags = ['account'];

/** The account page: profile, health answers, password, sessions and the export of all data. */
export function registerAccountRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp, config } = deps;
  const onRequest = authentication.requireMember;

  async function readProfile(memberId: string) {
    const [user, health] = await Promise.all([requireUser(pool, memberId), healthOf(pool, memberId)]);
    return { success: true as const, ...describeProfile(user, health) };
  }

  app.get(
    '/api/user/profile',
    { onRequest, schema: { tags, security: bearer, response: { 200: profileAnswer } } },
    (request) => readProfile(getMember(request).memberId),
  );

  app.put(
    '/api/user/profile',
    {
      onRequest,
      schema: { tags, security: bearer, body: profileBody, response: { 200: profileAnswer } },
    },
    async (request) => {
      const { memberId } = getMember(request);
      const { name, phone, dateOfBirth } = request.body;
      const { position } = await changeProfile(
        deps,
        { memberId, profile: { name, phone, dateOfBirth: trimToNull(dateOfBirth) } },
        createCommandContext(request, clock),
      );
      const caughtUp = await catchUp(position, ['members']);
      return { ...(await readProfile(memberId)), ...caughtUp };
    },
  );

  app.put(
    '/api/user/health',
    {
      onRequest,
      schema: { tags, security: bearer, body: healthBody, response: { 200: profileAnswer } },
    },
    async (request) => {
      const { memberId } = getMember(request);
      const { position } = await changeHealthAnswers(
        deps,
        { memberId, health: toHealthAnswers(request.body) },
        createCommandContext(request, clock),
      );
      const caughtUp = await catchUp(position, ['members']);
      return { ...(await readProfile(memberId)), ...caughtUp };
    },
  );

  app.put(
    '/api/user/password',
    {
      onRequest,
      config: limitPerMinute(10),
      schema: { tags, security: bearer, body: changePasswordBody, response: { 200: commandAnswer } },
    },
    async (request) => {
      const { memberId } = getMember(request);
      const { currentPassword, newPassword } = request.body;
      await assertPassword(deps, await requireUser(pool, memberId), currentPassword, 'currentPassword');
      const passwordHash = await hashPassword(newPassword);
      const change = async () => {
        const { position } = await changePassword(
          deps,
          { memberId, passwordHash },
          createCommandContext(request, clock),
        );
        // The sessions end after this, when the old password can no longer open new ones.
        return catchUp(position, ['members']);
      };
      const caughtUp = await authentication.endSessionsWith({ memberId }, change, { but: request });
      return { success: true as const, ...caughtUp };
    },
  );

  app.post(
    '/api/auth/signout-everywhere',
    { onRequest, schema: { tags, security: bearer, response: { 200: commandAnswer } } },
    async (request) => {
      await authentication.signOutEverywhere({ memberId: getMember(request).memberId });
      return { success: true as const };
    },
  );

  app.get(
    '/api/user/export',
    {
      onRequest,
      config: limitPerMinute(10),
      schema: { tags, security: bearer, response: { 200: exportAnswer } },
    },
    async (request, reply) => {
      const user = await requireUser(pool, getMember(request).memberId);
      const now = clock.now();
      const studio = config.studio.name;
      reply.header(
        'content-disposition',
        `attachment; filename="my-studio-data-${now.toISOString().slice(0, 10)}.json"`,
      );
      return readMemberExport(deps, user, { studio, now });
    },
  );
}

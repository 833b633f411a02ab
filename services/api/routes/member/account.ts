import { readHealthAnswers } from '#projections/read-models/health/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { formatAttachment } from '#services/api/format-attachment.ts';
import { toHealthAnswers, trimToNull } from '#services/api/health-answers.ts';
import { readMemberExport } from '#services/api/member-export/read-member-export.ts';
import { assertPassword, requireUser, requireUserInEpoch } from '#services/api/member-password.ts';
import { hashNewPassword } from '#services/api/new-password.ts';
import { rememberBrowser, toDeviceOwner } from '#services/api/password-attempts.ts';
import { getMember } from '#services/api/plugins/authentication.ts';
import { limitPerMinute } from '#services/api/plugins/rate-limits.ts';
import { describeProfile } from '#services/api/presenters/describe-profile.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { changeHealthAnswers } from '#services/commands/member/change-health-answers.ts';
import { changePassword } from '#services/commands/member/change-password.ts';
import { changeProfile } from '#services/commands/member/change-profile.ts';
import { signOutEverywhere } from '#services/commands/member/sign-out-everywhere.ts';
import { withdrawHealthConsent } from '#services/commands/member/withdraw-health-consent.ts';
import { changePasswordBody, healthBody, profileAnswer, profileBody } from '#services/contract/account.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { exportAnswer } from '#services/contract/member-export.ts';
import { protectRoutes } from '../protect-routes.ts';

/** The account page: profile, health answers, password, sessions and the export of all data. */
export function registerAccountRoutes(app: TypedApp, deps: ApiDependencies): void {
  registerProfileRoutes(app, deps);
  registerPasswordRoutes(app, deps);
  registerExportRoute(app, deps);
}

function registerProfileRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp } = deps;
  const withSchema = protectRoutes(authentication.requireMember, 'account');

  async function readProfile(memberId: string) {
    const [user, health] = await Promise.all([
      requireUser(pool, memberId),
      readHealthAnswers(deps, memberId),
    ]);
    return { success: true as const, ...describeProfile(user, health) };
  }

  app.get('/api/user/profile', withSchema({ response: { 200: profileAnswer } }), (request) =>
    readProfile(getMember(request).memberId),
  );

  app.put(
    '/api/user/profile',
    withSchema({ body: profileBody, response: { 200: profileAnswer } }),
    async (request) => {
      const { memberId, epoch } = getMember(request);
      const { name, phone, dateOfBirth } = request.body;
      const { position } = await changeProfile(
        deps,
        { memberId, epoch, profile: { name, phone, dateOfBirth: trimToNull(dateOfBirth) } },
        createCommandContext(request, clock),
      );
      const caughtUp = await catchUp(position, ['members']);
      return { ...(await readProfile(memberId)), ...caughtUp };
    },
  );

  app.put(
    '/api/user/health',
    withSchema({ body: healthBody, response: { 200: profileAnswer } }),
    async (request) => {
      const { memberId } = getMember(request);
      const { healthConsent } = request.body;
      const context = createCommandContext(request, clock);
      const isConsentAsked = healthConsent !== undefined;
      const { position } =
        healthConsent === false
          ? await withdrawHealthConsent(deps, { memberId }, context)
          : await changeHealthAnswers(
              deps,
              { memberId, health: toHealthAnswers(request.body), isConsentAsked },
              context,
            );
      const caughtUp = await catchUp(position, ['members']);
      return { ...(await readProfile(memberId)), ...caughtUp };
    },
  );
}

function registerPasswordRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp } = deps;
  const withSchema = protectRoutes(authentication.requireMember, 'account');

  app.put(
    '/api/user/password',
    {
      ...withSchema({ body: changePasswordBody, response: { 200: commandAnswer } }),
      config: limitPerMinute(10),
    },
    async (request, reply) => {
      const { memberId, epoch } = getMember(request);
      const { currentPassword, newPassword } = request.body;
      const user = await requireUserInEpoch(pool, { memberId, epoch });
      await assertPassword(deps, request, { user, password: currentPassword, path: 'currentPassword' });
      const passwordHash = await hashNewPassword(deps, newPassword, {
        kind: 'member',
        path: 'newPassword',
        email: user.email,
        name: user.name,
      });
      const change = async () => {
        const changed = await changePassword(
          deps,
          { memberId, passwordHash, epoch },
          createCommandContext(request, clock),
        );
        await authentication.keepSession(request, changed.epoch);
        await rememberBrowser(deps, request, reply, toDeviceOwner({ id: memberId, epoch: changed.epoch }));
        // The sessions end after this, when the old password can no longer open new ones.
        return catchUp(changed.position, ['members']);
      };
      const caughtUp = await authentication.endSessionsWith({ memberId }, change, { but: request });
      return { success: true as const, ...caughtUp };
    },
  );

  app.post(
    '/api/auth/signout-everywhere',
    withSchema({ response: { 200: commandAnswer } }),
    async (request) => {
      const { memberId, epoch } = getMember(request);
      // The session of the request ends last, so that the request can be repeated after an outage.
      const caughtUp = await authentication.endSessionsWith(
        { memberId },
        async () => {
          const { position } = await signOutEverywhere(
            deps,
            { memberId, epoch },
            createCommandContext(request, clock),
          );
          return catchUp(position, ['members']);
        },
        { but: request },
      );
      await authentication.signOutEverywhere({ memberId });
      return { success: true as const, ...caughtUp };
    },
  );
}

function registerExportRoute(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, config } = deps;
  const withSchema = protectRoutes(authentication.requireMember, 'account');

  app.get(
    '/api/user/export',
    { ...withSchema({ response: { 200: exportAnswer } }), config: limitPerMinute(10) },
    async (request, reply) => {
      const user = await requireUser(pool, getMember(request).memberId);
      const now = clock.now();
      const studio = config.studio.name;
      reply.header(
        'content-disposition',
        formatAttachment(`my-studio-data-${now.toISOString().slice(0, 10)}.json`),
      );
      return readMemberExport(deps, user, { studio, now });
    },
  );
}

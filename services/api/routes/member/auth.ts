import { randomUUID } from 'node:crypto';
import { formatEmail } from '#infra/mail/format-email.ts';
import { batchReads } from '#infra/postgres/batch-reads.ts';
import { recordSignIn } from '#infra/postgres/tables/member-activity.ts';
import { readShownUsers, readUserByEmail } from '#projections/read-models/members/queries.ts';
import { countUsablePasses } from '#projections/read-models/wallet/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { trimToNull } from '#services/api/health-answers.ts';
import { HttpError, unauthenticated } from '#services/api/http-error.ts';
import { isMemberPassword } from '#services/api/member-password.ts';
import { hashNewPassword } from '#services/api/new-password.ts';
import { rememberBrowser, toDeviceOwner } from '#services/api/password-attempts.ts';
import { getMember } from '#services/api/plugins/authentication.ts';
import { limitPerMinute } from '#services/api/plugins/rate-limits.ts';
import { recordMemberSignIn } from '#services/api/record-member-sign-in.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { signUp } from '#services/commands/member/sign-up.ts';
import {
  creditsAnswer,
  type SignUpBody,
  signInBody,
  signUpBody,
  tokenAnswer,
  userAnswer,
} from '#services/contract/auth.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { protectRoutes } from '../protect-routes.ts';

const wrongCredentials = () =>
  new HttpError(401, 'WRONG_CREDENTIALS', 'Please check your email and password.');

/** The personal part of the sign-up form, with null for blank fields. Health answers without consent are dropped. */
function toPersonalDetails(
  form: SignUpBody,
): Pick<Parameters<typeof signUp>[1], 'identity' | 'health' | 'isHealthConsentAsked'> {
  return {
    identity: {
      name: form.name,
      email: form.email,
      phone: form.phone,
      dateOfBirth: trimToNull(form.dateOfBirth),
    },
    health:
      form.answersHealthLater || form.healthConsent === false
        ? null
        : {
            onMedication: form.onMedication,
            medicationDetails: trimToNull(form.medicationDetails),
            hasInjuries: form.hasInjuries,
            injuryDetails: trimToNull(form.injuryDetails),
            isPregnantOrPostpartum: form.isPregnantOrPostpartum,
            painfulMovements: form.painfulMovements,
            painfulMovementDetails: trimToNull(form.painfulMovementDetails),
            okWithHandsOnCorrections: form.okWithHandsOnCorrections,
          },
    isHealthConsentAsked: form.healthConsent !== undefined,
  };
}

/** Sign-up, sign-in, sign-out, the current user and the number of usable passes. */
export function registerAuthRoutes(app: TypedApp, deps: ApiDependencies): void {
  registerSignInRoutes(app, deps);
  registerSessionRoutes(app, deps);
}

function registerSignInRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp } = deps;

  app.post(
    '/api/auth/signup',
    {
      config: limitPerMinute(20),
      schema: { tags: ['account'], body: signUpBody, response: { 200: tokenAnswer } },
    },
    async (request, reply) => {
      const { body } = request;
      const { memberId, position } = await signUp(
        deps,
        {
          memberId: randomUUID(),
          ...toPersonalDetails(body),
          passwordHash: await hashNewPassword(deps, body.password, {
            kind: 'member',
            path: 'password',
            email: body.email,
            name: body.name,
          }),
          newsletter: body.newsletter,
        },
        createCommandContext(request, clock),
      );
      const caughtUp = await catchUp(position, ['members']);
      await rememberBrowser(deps, request, reply, toDeviceOwner({ id: memberId, epoch: 1 }));
      return {
        success: true as const,
        token: await authentication.signIn(request, { memberId, isKept: body.keepSignedIn }),
        ...caughtUp,
      };
    },
  );

  app.post(
    '/api/auth/signin',
    {
      config: limitPerMinute(30),
      schema: { tags: ['account'], body: signInBody, response: { 200: tokenAnswer } },
    },
    async (request, reply) => {
      const { email, password, keepSignedIn } = request.body;
      const user = await readUserByEmail(pool, email);
      const matches = await isMemberPassword(deps, request, { email, user, password });
      if (!user || !matches) throw wrongCredentials();
      // Holds for the epoch of this password: if it is changed meanwhile, the session has ended.
      const token = await authentication.signIn(request, {
        memberId: user.id,
        epoch: user.epoch,
        isKept: keepSignedIn,
      });
      await recordMemberSignIn(deps, request, reply, { memberId: user.id, epoch: user.epoch });
      return { success: true as const, token };
    },
  );
}

function registerSessionRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock } = deps;
  const withSchema = protectRoutes(authentication.requireMember, 'account');
  const readUser = batchReads((ids: readonly string[]) => readShownUsers(pool, ids, clock.now()));

  app.post('/api/auth/signout', withSchema({ response: { 200: commandAnswer } }), async (request) => {
    await authentication.signOut(request);
    return { success: true as const };
  });

  app.get('/api/auth/user', withSchema({ response: { 200: userAnswer } }), async (request) => {
    const { memberId } = getMember(request);
    const user = await readUser(memberId);
    if (!user) throw unauthenticated();
    const token = await authentication.recordVisit(request);
    // Who stays signed in never signs in, and yet uses the account.
    if (token !== null) await recordSignIn(pool, memberId, clock.now());
    return {
      ...(token === null ? {} : { token }),
      user: {
        id: user.id,
        email: formatEmail(user.email ?? ''),
        name: user.name ?? '',
        phone: user.phone ?? '',
        passes: user.usablePasses,
        hasUsedSignUpClass: user.hasUsedSignUpClass,
        hasUsedNewUserDiscount: user.hasUsedNewUserDiscount,
      },
    };
  });

  app.get('/api/auth/credits', withSchema({ response: { 200: creditsAnswer } }), async (request) => {
    const { regular, membership } = await countUsablePasses(pool, getMember(request).memberId, clock.now());
    return { success: true as const, credits: regular + membership };
  });
}

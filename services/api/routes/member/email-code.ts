import type { FastifyRequest } from 'fastify';
import { forgetTry } from '#infra/postgres/tables/password-tries.ts';
import { readUserByEmail } from '#projections/read-models/members/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { tooManyWrongCodes } from '#services/api/http-error.ts';
import { beginPasswordAttempt, toDeviceOwner } from '#services/api/password-attempts.ts';
import { limitPerMinute } from '#services/api/plugins/rate-limits.ts';
import { recordMemberSignIn } from '#services/api/record-member-sign-in.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { redeemSignInCode, type SignInProof } from '#services/commands/member/redeem-sign-in-code.ts';
import { requestSignInCode } from '#services/commands/member/request-sign-in-code.ts';
import { emailCodeBody, tokenAnswer, verifyEmailCodeBody } from '#services/contract/auth.ts';
import { commandAnswer } from '#services/contract/errors.ts';

const tags = ['account'];

/** Signing in without the password: requesting a code by email, and using it or the link beside it. */
export function registerEmailCodeRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, config, emailHash } = deps;

  app.post(
    '/api/auth/email-code',
    {
      config: limitPerMinute(10),
      schema: { tags, body: emailCodeBody, response: { 200: commandAnswer } },
    },
    async (request) => {
      await requestSignInCode(deps, request.body, createCommandContext(request, clock));
      return { success: true as const };
    },
  );

  /** Counts the try of a code with those of the account's password: both are guesses at the same account. */
  async function beginTry(request: FastifyRequest, email: string): Promise<string | null> {
    if (!config.rateLimits) return null;
    const user = await readUserByEmail(pool, email);
    const owner = user === undefined ? null : toDeviceOwner(user);
    const credential = { credentialKind: 'member', accountHash: emailHash(email), owner };
    return beginPasswordAttempt(deps, request, credential, tooManyWrongCodes);
  }

  app.post(
    '/api/auth/email-code/verify',
    {
      config: limitPerMinute(20),
      schema: { tags, body: verifyEmailCodeBody, response: { 200: tokenAnswer } },
    },
    async (request, reply) => {
      const { email = '', code = '', token, keepSignedIn } = request.body;
      const proof: SignInProof = token === undefined ? { email, code } : { token };
      const attemptId = token === undefined ? await beginTry(request, email) : null;
      const openSession = (owner: { memberId: string; epoch: number }) =>
        authentication.signIn(request, { ...owner, isKept: keepSignedIn });
      const session = await redeemSignInCode(
        { ...deps, openSession },
        proof,
        createCommandContext(request, clock),
      );
      if (attemptId !== null) await forgetTry(pool, attemptId);
      await recordMemberSignIn(deps, request, reply, session);
      return { success: true as const, token: session.token };
    },
  );
}

import { deletePasskey, listPasskeys } from '#infra/postgres/tables/passkeys.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { notFound } from '#services/api/http-error.ts';
import {
  addPasskey,
  getRelyingParty,
  signInPurpose,
  toNewPurpose,
  toUserHandle,
  verifyPasskey,
} from '#services/api/passkeys.ts';
import { getMember } from '#services/api/plugins/authentication.ts';
import { limitPerMinute } from '#services/api/plugins/rate-limits.ts';
import { recordMemberSignIn } from '#services/api/record-member-sign-in.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { tokenAnswer } from '#services/contract/auth.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import {
  newPasskeyBody,
  passkeyOptionsAnswer,
  passkeyParams,
  passkeyRequestAnswer,
  passkeySignInBody,
  passkeysAnswer,
} from '#services/contract/passkeys.ts';
import { protectRoutes } from '../protect-routes.ts';

/** Passkeys: signing in with one, and the list in which a member adds and removes them. */
export function registerPasskeyRoutes(app: TypedApp, deps: ApiDependencies): void {
  registerPasskeySignIn(app, deps);
  registerOwnPasskeys(app, deps);
}

function registerPasskeySignIn(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, challenges, config } = deps;
  const tags = ['account'];

  app.post(
    '/api/auth/passkey/options',
    { config: limitPerMinute(60), schema: { tags, response: { 200: passkeyRequestAnswer } } },
    async (request) => ({
      success: true as const,
      challenge: challenges.make(signInPurpose),
      rpId: getRelyingParty(request, config).rpId,
    }),
  );

  app.post(
    '/api/auth/passkey',
    {
      config: limitPerMinute(30),
      schema: { tags, body: passkeySignInBody, response: { 200: tokenAnswer } },
    },
    async (request, reply) => {
      const owner = await verifyPasskey(deps, request, request.body);
      const token = await authentication.signIn(request, { ...owner, isKept: request.body.keepSignedIn });
      await recordMemberSignIn(deps, request, reply, owner);
      return { success: true as const, token };
    },
  );
}

function registerOwnPasskeys(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, challenges, config, pool } = deps;
  const withSchema = protectRoutes(authentication.requireMember, 'account');

  app.get('/api/user/passkeys', withSchema({ response: { 200: passkeysAnswer } }), async (request) => {
    const rows = await listPasskeys(pool, getMember(request));
    const passkeys = rows.map(({ id, browser, madeAt, lastUsedAt }) => ({
      id,
      browser,
      madeAt: madeAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    }));
    return { success: true as const, passkeys };
  });

  app.post(
    '/api/user/passkeys/options',
    withSchema({ response: { 200: passkeyOptionsAnswer } }),
    async (request) => {
      const owner = getMember(request);
      const rows = await listPasskeys(pool, owner);
      return {
        success: true as const,
        challenge: challenges.make(toNewPurpose(owner)),
        rpId: getRelyingParty(request, config).rpId,
        rpName: config.studio.name,
        userHandle: toUserHandle(owner.memberId),
        exclude: rows.map(({ id }) => id),
      };
    },
  );

  app.post(
    '/api/user/passkeys',
    withSchema({ body: newPasskeyBody, response: { 200: commandAnswer } }),
    async (request) => {
      await addPasskey(deps, request, getMember(request), request.body);
      return { success: true as const };
    },
  );

  app.delete(
    '/api/user/passkeys/:id',
    withSchema({ params: passkeyParams, response: { 200: commandAnswer } }),
    async (request) => {
      const isRemoved = await deletePasskey(pool, request.params.id, getMember(request).memberId);
      // Another member's passkey answers as one that is no more.
      if (!isRemoved) throw notFound('This passkey is removed already.');
      return { success: true as const };
    },
  );
}

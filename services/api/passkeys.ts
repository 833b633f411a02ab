import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import {
  insertPasskey,
  readPasskey,
  recordPasskeyUse,
  spendChallenge,
} from '#infra/postgres/tables/passkeys.ts';
import { hasMemberEpoch } from '#services/commands/member/has-member-epoch.ts';
import type { newPasskeyBody, passkeySignInBody } from '#services/contract/passkeys.ts';
import type { ApiDependencies } from './dependencies.ts';
import { describeBrowser } from './describe-browser.ts';
import { HttpError } from './http-error.ts';
import type { MemberPrincipal } from './sessions.ts';
import { getSiteUrl } from './site-url.ts';

type Owner = Pick<MemberPrincipal, 'memberId' | 'epoch'>;
type PasskeyDeps = Pick<ApiDependencies, 'challenges' | 'config' | 'deciders' | 'pool'>;

export const signInPurpose = 'passkey-sign-in';
/** A challenge for a new passkey is for one member in one credential epoch. */
export const toNewPurpose = ({ memberId, epoch }: Owner): string => `new-passkey/${memberId}/${epoch}`;

export const toUserHandle = (memberId: string): string => Buffer.from(memberId, 'utf8').toString('base64url');

/** The site that a passkey is for: its name, to which the browser binds it, and its origin, where it may be used. */
export function getRelyingParty(request: FastifyRequest, config: ApiDependencies['config']) {
  const { hostname, origin } = new URL(getSiteUrl(request, config));
  return { rpId: hostname, origin };
}

const invalidPasskey = () =>
  new HttpError(
    400,
    'INVALID_PASSKEY',
    'This passkey opens nothing here any more. Sign in with your password, or with a code by email.',
  );
const notAdded = () =>
  new HttpError(400, 'INVALID_PASSKEY', 'The passkey was not added. Please try again in a moment.');

/** Runs a verification of the library, which throws for whatever does not match. */
async function orNull<T>(request: FastifyRequest, verification: Promise<T>): Promise<T | null> {
  try {
    return await verification;
  } catch (error) {
    request.log.info({ reason: error instanceof Error ? error.name : 'unknown' }, 'A passkey was refused');
    return null;
  }
}

/** Checks and notes the challenge that was signed. The note comes last, so that a failed verification can be repeated. */
function trackChallenge({ challenges }: PasskeyDeps, purpose: string) {
  let answered: { challenge: string; expiresAt: Date } | null = null;
  return {
    expectedChallenge(challenge: string): boolean {
      const expiresAt = challenges.readExpiry(challenge, purpose);
      if (expiresAt !== null) answered = { challenge, expiresAt };
      return expiresAt !== null;
    },
    spend: async (pool: PasskeyDeps['pool']): Promise<boolean> =>
      answered !== null && spendChallenge(pool, answered.challenge, answered.expiresAt),
  };
}

/** Stores a new passkey of a member, for their session's credential epoch. @throws HttpError INVALID_PASSKEY */
export async function addPasskey(
  deps: PasskeyDeps,
  request: FastifyRequest,
  owner: Owner,
  response: z.infer<typeof newPasskeyBody>,
): Promise<void> {
  const { rpId, origin } = getRelyingParty(request, deps.config);
  const challenge = trackChallenge(deps, toNewPurpose(owner));
  const verified = await orNull(
    request,
    verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge.expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
    }),
  );
  if (!verified?.verified || !(await challenge.spend(deps.pool))) throw notAdded();
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  const isStored = await insertPasskey(deps.pool, {
    id,
    memberId: owner.memberId,
    epoch: owner.epoch,
    publicKey: Buffer.from(publicKey),
    counter,
    browser: describeBrowser(request.headers['user-agent']),
  });
  if (!isStored) throw notAdded();
}

/** The member whose passkey signed a challenge, once. @throws HttpError INVALID_PASSKEY */
export async function verifyPasskey(
  deps: PasskeyDeps,
  request: FastifyRequest,
  { keepSignedIn: _, ...response }: z.infer<typeof passkeySignInBody>,
): Promise<Owner> {
  const stored = await readPasskey(deps.pool, response.id);
  if (stored === undefined) throw invalidPasskey();
  const { id, memberId, epoch, publicKey, counter } = stored;
  const { userHandle, ...signed } = response.response;
  if (userHandle !== undefined && userHandle !== toUserHandle(memberId)) throw invalidPasskey();
  const { rpId, origin } = getRelyingParty(request, deps.config);
  const challenge = trackChallenge(deps, signInPurpose);
  const verified = await orNull(
    request,
    verifyAuthenticationResponse({
      response: { ...response, response: signed, clientExtensionResults: {} },
      expectedChallenge: challenge.expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: { id, publicKey: new Uint8Array(publicKey), counter },
    }),
  );
  if (!verified?.verified || !(await challenge.spend(deps.pool))) throw invalidPasskey();
  // By the member's stream, as for every link: a passkey of an earlier epoch is over, whatever the read model contains.
  if (!(await hasMemberEpoch(deps, { memberId, epoch }))) throw invalidPasskey();
  if (!(await recordPasskeyUse(deps.pool, id, verified.authenticationInfo.newCounter)))
    throw invalidPasskey();
  return { memberId, epoch };
}

import type { Pool } from 'pg';
import { verifyEmail } from '#domain/member/decide.ts';
import { memberDecider } from '#domain/member/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import { secretsEqual } from '#infra/crypto/timing-safe-equal.ts';
import { type CodeOwner, countCodeTry, useCode } from '#infra/postgres/tables/sign-in-codes.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import {
  deriveSignInCode,
  deriveSignInToken,
  readRequestId,
  type SignInSecret,
} from './derive-sign-in-code.ts';
import { hasMemberEpoch } from './has-member-epoch.ts';

interface RedeemDeps extends CommandDeps {
  readonly pool: Pool;
  readonly emailHash: (email: string) => string;
  readonly signInSecret: SignInSecret;
  /** Opens a session of the member and returns its token. */
  readonly openSession: (owner: CodeOwner) => Promise<string>;
}

/** What came by email: a code, for the address that it was sent to, or the secret of the link. */
export type SignInProof = { readonly email: string; readonly code: string } | { readonly token: string };

async function findRequest(
  { pool, emailHash, signInSecret }: RedeemDeps,
  proof: SignInProof,
  now: Date,
): Promise<string | null> {
  if ('token' in proof) {
    const id = readRequestId(proof.token);
    return id !== null && secretsEqual(proof.token, deriveSignInToken(signInSecret, id)) ? id : null;
  }
  const ids = await countCodeTry(pool, { emailHash: emailHash(proof.email), now });
  return ids.find((id) => secretsEqual(proof.code, deriveSignInCode(signInSecret, id))) ?? null;
}

/**
 * Opens a session with a code or the link beside it, once, for the member whose mailbox it proves. It opens nothing after the credential
 * epoch in which it was sent. A try whose session was not opened, by an outage or a crash, leaves the code valid.
 * @throws Refusal INVALID_SIGN_IN_CODE, INVALID_SIGN_IN_LINK
 */
export const redeemSignInCode = defineCommand(
  'redeem-sign-in-code',
  async (deps: RedeemDeps, proof: SignInProof, context): Promise<CodeOwner & { readonly token: string }> => {
    const { now } = context;
    const refusal = () => new Refusal('token' in proof ? 'INVALID_SIGN_IN_LINK' : 'INVALID_SIGN_IN_CODE');
    const id = await findRequest(deps, proof, now);
    if (id === null) throw refusal();
    const opened = await useCode(deps.pool, { id, now }, async (owner) => {
      if (!(await hasMemberEpoch(deps, owner))) throw refusal();
      const token = await deps.openSession(owner);
      // A member who came with an import gets mail from now on.
      await deps.deciders.handle(memberDecider, owner.memberId, context, (state) =>
        state.isSilent ? verifyEmail(state, { memberId: owner.memberId, by: 'sign-in-code', now }) : [],
      );
      return { ...owner, token };
    });
    if (opened === null) throw refusal();
    return opened;
  },
);

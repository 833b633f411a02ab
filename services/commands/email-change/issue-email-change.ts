import { millisecondsInHour } from 'date-fns/constants';
import type { Pool } from 'pg';
import { emailDecider } from '#domain/email/decider.ts';
import { memberDecider } from '#domain/member/decider.ts';
import type { MemberKeys } from '#infra/crypto/member-keys.ts';
import {
  countEmailChangesSince,
  type EmailChange,
  setCancelToken,
  setEmailChangeToken,
} from '#infra/postgres/tables/email-changes.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { hasMemberEpoch } from '../member/has-member-epoch.ts';
import { openAddresses } from './addresses.ts';
import { deriveLinkToken } from './derive-link-token.ts';

const linksAnHour = 5;

interface IssueDeps extends CommandDeps {
  readonly pool: Pool;
  readonly memberKeys: Pick<MemberKeys, 'find'>;
}

/** The email to the new address: the secret of the link, or a notice that the address has an account. */
type LetterToNew =
  | { readonly to: string; readonly kind: 'link'; readonly token: string }
  | { readonly to: string; readonly kind: 'taken' };

export interface EmailChangeLetters {
  /** To the current address, with the secret of the link that cancels the change. */
  readonly toCurrent: { readonly to: string; readonly token: string };
  /** Null when the new address belongs to a former member. */
  readonly toNew: LetterToNew | null;
}

async function composeLetterToNew(
  { deciders, pool, memberKeys }: IssueDeps,
  change: EmailChange,
  to: string,
): Promise<LetterToNew | null> {
  const { claimedBy } = (await deciders.load(emailDecider, change.emailHash)).state;
  if (claimedBy !== null && claimedBy !== change.memberId) {
    const { status } = (await deciders.load(memberDecider, claimedBy)).state;
    return status === 'active' ? { to, kind: 'taken' } : null;
  }
  const token = await deriveLinkToken(memberKeys, change, 'confirm');
  if (token === null) return null;
  await setEmailChangeToken(pool, change.id, token);
  return { to, kind: 'link', token };
}

/**
 * Finds out who has the new address and makes the links. Null for a former member, after too many requests, and when
 * the credential epoch of the request is over.
 */
export const issueEmailChange = defineCommand(
  'issue-email-change',
  async (deps: IssueDeps, change: EmailChange, { now }): Promise<EmailChangeLetters | null> => {
    const { pool, memberKeys } = deps;
    const { id, memberId, sealed } = change;
    if (!(await hasMemberEpoch(deps, change))) return null;
    const addresses = await openAddresses(memberKeys, memberId, sealed);
    if (addresses === null) return null;
    if (
      (await countEmailChangesSince(pool, memberId, new Date(now.getTime() - millisecondsInHour))) >
      linksAnHour
    )
      return null;
    const token = await deriveLinkToken(memberKeys, change, 'cancel');
    if (token === null) return null;
    await setCancelToken(pool, id, token);
    return {
      toCurrent: { to: addresses.from, token },
      toNew: await composeLetterToNew(deps, change, addresses.to),
    };
  },
);

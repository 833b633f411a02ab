import { millisecondsInHour } from 'date-fns/constants';
import type { Pool } from 'pg';
import { emailDecider } from '#domain/email/decider.ts';
import { memberDecider } from '#domain/member/decider.ts';
import type { MemberKeys } from '#infra/crypto/member-keys.ts';
import {
  countEmailChangesSince,
  type EmailChange,
  setEmailChangeToken,
} from '#infra/postgres/tables/email-changes.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { openAddresses } from './addresses.ts';
import { deriveLinkToken } from './derive-link-token.ts';

const linksAnHour = 5;

interface IssueDeps extends CommandDeps {
  readonly pool: Pool;
  readonly memberKeys: Pick<MemberKeys, 'find'>;
}

/** The email to the new address: the secret of the link, or a notice that the address has an account. */
export type EmailChangeLetter =
  | { readonly to: string; readonly kind: 'link'; readonly token: string }
  | { readonly to: string; readonly kind: 'taken' };

/** Finds out who has the new address and makes the link; null for a former member, or after too many requests. */
export const issueEmailChange = defineCommand(
  'issue-email-change',
  async (
    { deciders, pool, memberKeys }: IssueDeps,
    change: EmailChange,
    { now },
  ): Promise<EmailChangeLetter | null> => {
    const { id, memberId, sealed, emailHash } = change;
    if ((await deciders.load(memberDecider, memberId)).state.status !== 'active') return null;
    const addresses = await openAddresses(memberKeys, memberId, sealed);
    if (addresses === null) return null;
    const { to } = addresses;
    if (
      (await countEmailChangesSince(pool, memberId, new Date(now.getTime() - millisecondsInHour))) >
      linksAnHour
    )
      return null;
    const { claimedBy } = (await deciders.load(emailDecider, emailHash)).state;
    if (claimedBy !== null && claimedBy !== memberId) {
      const { status } = (await deciders.load(memberDecider, claimedBy)).state;
      return status === 'active' ? { to, kind: 'taken' } : null;
    }
    const token = await deriveLinkToken(memberKeys, change);
    if (token === null) return null;
    await setEmailChangeToken(pool, id, token);
    return { to, kind: 'link', token };
  },
);

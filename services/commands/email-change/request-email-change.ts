import type { Pool } from 'pg';
import { InvalidInput } from '#domain/refusal.ts';
import type { MemberKeys } from '#infra/crypto/member-keys.ts';
import { insertEmailChange } from '#infra/postgres/tables/email-changes.ts';
import { defineCommand } from '../define-command.ts';
import { sealAddresses } from './addresses.ts';

interface RequestDeps {
  readonly pool: Pool;
  readonly memberKeys: Pick<MemberKeys, 'find'>;
  readonly emailHash: (email: string) => string;
}

/**
 * Stores a member's request for another address, in the credential epoch of their session. Whether it is taken is not
 * checked here, so that neither the response nor its time reveals it. A worker checks it and sends the link.
 * @throws InvalidInput when it is their current address
 */
export const requestEmailChange = defineCommand(
  'request-email-change',
  async (
    { pool, memberKeys, emailHash }: RequestDeps,
    { memberId, from, to, epoch }: { memberId: string; from: string; to: string; epoch: number },
    { now },
  ) => {
    const hash = emailHash(to);
    if (hash === emailHash(from))
      throw new InvalidInput([{ path: 'newEmail', message: 'This is your email address already' }]);
    const sealed = await sealAddresses(memberKeys, memberId, { from, to });
    await insertEmailChange(pool, { memberId, sealed, emailHash: hash, epoch, now });
  },
);

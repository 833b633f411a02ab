import type { Pool } from 'pg';
import { InvalidInput } from '#domain/refusal.ts';
import type { MemberKeys } from '#infra/crypto/member-keys.ts';
import { keepEmailChange } from '#infra/postgres/tables/email-changes.ts';
import { defineCommand } from '../define-command.ts';
import { sealAddresses } from './addresses.ts';

interface RequestDeps {
  readonly pool: Pool;
  readonly memberKeys: Pick<MemberKeys, 'find'>;
  readonly emailHash: (email: string) => string;
}

/**
 * A member wants another address. Whether anyone else has it is not looked at here, so neither the answer nor its time can
 * tell; a worker finds out and sends the link.
 * @throws InvalidInput when it is their address already
 */
export const requestEmailChange = defineCommand(
  'request-email-change',
  async (
    { pool, memberKeys, emailHash }: RequestDeps,
    { memberId, from, to }: { memberId: string; from: string; to: string },
    { now },
  ): Promise<void> => {
    const hash = emailHash(to);
    if (hash === emailHash(from))
      throw new InvalidInput([{ path: 'newEmail', message: 'This is your email address already' }]);
    const sealed = await sealAddresses(memberKeys, memberId, { from, to });
    await keepEmailChange(pool, { memberId, sealed, emailHash: hash, now });
  },
);

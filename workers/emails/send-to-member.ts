import { NotProjectedYet } from '#infra/queue/not-projected-yet.ts';
import { type UserRow, userById } from '#projections/read-models/members/queries.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { performOnce } from '../perform-once.ts';
import type { StudioEmail } from './studio-email.ts';

/** A member who can be written to: not erased. */
export type Reachable = UserRow & { readonly email: string; readonly name: string };

const isReachable = (user: UserRow): user is Reachable => user.email !== null && user.name !== null;

/**
 * Sends one email to a member, once for ever under `key`; nothing to a member whose data is erased. Throws while the read model
 * does not know the member yet, so that the job comes again: reactors may be well ahead of it.
 */
export async function sendToMember(
  { pool, mail }: Pick<JobDependencies, 'pool' | 'mail'>,
  { memberId, kind, key }: { memberId: string; kind: string; key: string },
  write: (member: Reachable) => StudioEmail,
): Promise<void> {
  const member = await userById(pool, memberId);
  if (member === undefined) throw new NotProjectedYet(`The member ${memberId}`);
  if (!isReachable(member)) return;
  await performOnce(pool, { key, kind, memberId }, (idempotencyKey) =>
    mail.sendEmail({ to: member.email, toName: member.name, kind, idempotencyKey, ...write(member) }),
  );
}

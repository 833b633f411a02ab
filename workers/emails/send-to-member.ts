import { NotProjectedYet } from '#infra/queue/not-projected-yet.ts';
import { readUserById, type UserRow } from '#projections/read-models/members/queries.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { performOnce } from '../perform-once.ts';
import type { StudioEmail } from './studio-email.ts';
import { firstName } from './wording.ts';

/** A member who is not erased. */
export type Reachable = UserRow & { readonly email: string; readonly name: string };

const isReachable = (user: UserRow): user is Reachable => user.email !== null && user.name !== null;

/**
 * Null when the member is erased. Throws while the read model lacks the member, so that the job is retried: reactors may be ahead of
 * read models.
 */
export async function readReachable(
  pool: JobDependencies['pool'],
  memberId: string,
): Promise<Reachable | null> {
  const member = await readUserById(pool, memberId);
  if (member === undefined) throw new NotProjectedYet(`The member ${memberId}`);
  return isReachable(member) ? member : null;
}

/** Sends an email to a member at most once under `key`, unless the member is erased. */
export async function sendToMember(
  { pool, mail }: Pick<JobDependencies, 'pool' | 'mail'>,
  { memberId, kind, key }: { memberId: string; kind: string; key: string },
  compose: (member: Reachable) => StudioEmail,
): Promise<void> {
  const member = await readReachable(pool, memberId);
  if (member === null) return;
  await performOnce(pool, { key, kind, memberId }, (idempotencyKey) =>
    mail.sendEmail({
      to: member.email,
      toName: firstName(member.name),
      kind,
      idempotencyKey,
      ...compose(member),
    }),
  );
}

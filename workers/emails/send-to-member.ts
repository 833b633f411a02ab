import { NotProjectedYet } from '#infra/queue/not-projected-yet.ts';
import { readUserById, type UserRow } from '#projections/read-models/members/queries.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { sendOnce } from './send-once.ts';
import type { StudioEmail } from './studio-email.ts';

/** A member who is not erased. */
export type Reachable = UserRow & { readonly email: string; readonly name: string };

/** A member who was brought over has not asked for anything yet, and may not even know that the studio moved. */
const isReachable = (user: UserRow): user is Reachable =>
  user.email !== null && user.name !== null && !user.isSilent;

/**
 * Null when the member is erased, or was brought over and not invited yet. Throws while the read model lacks the member, so
 * that the job is retried: reactors may be ahead of read models.
 */
export async function readReachable(
  pool: JobDependencies['pool'],
  memberId: string,
): Promise<Reachable | null> {
  const member = await readUserById(pool, memberId);
  if (member === undefined) throw new NotProjectedYet(`The member ${memberId}`);
  return isReachable(member) ? member : null;
}

/** Sends an email to a member at most once under `key`, unless the member is erased or silent. */
export async function sendToMember(
  deps: Pick<JobDependencies, 'pool' | 'mail'>,
  effect: { memberId: string; kind: string; key: string },
  compose: (member: Reachable) => StudioEmail,
): Promise<void> {
  const member = await readReachable(deps.pool, effect.memberId);
  if (member !== null) await sendOnce(deps, effect, member, compose(member));
}

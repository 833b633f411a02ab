import { NotProjectedYet } from '#infra/queue/not-projected-yet.ts';
import { userById } from '#projections/read-models/members/queries.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { everyList, newsletterList } from './lists.ts';

type Deps = Pick<JobDependencies, 'pool' | 'mail'>;

/** A consent that was given or withdrawn. */
interface ConsentChange {
  readonly memberId: string;
  readonly given: boolean;
  /** ISO */
  readonly at: string;
}

async function readConsent({ pool }: Deps, { memberId, given, at }: ConsentChange) {
  const member = await userById(pool, memberId);
  // Of a mind that was changed again it may be older, and that has a job of its own.
  if (!member || (member.newsletter !== given && member.updatedAt < new Date(at))) {
    throw new NotProjectedYet(`The consent of ${memberId}`);
  }
  return { email: member.email, isGiven: member.newsletter };
}

/**
 * Puts a member on the mailing list, or takes them off every list, as their consent stands by now. Who is on it or off it already
 * stays so, so it needs no ledger; a mind changed in the very moment is followed as well.
 */
export async function followConsent(deps: Deps, change: ConsentChange): Promise<void> {
  let { email, isGiven } = await readConsent(deps, change);
  for (let isFollowed = false; !isFollowed; ) {
    // Erased: there is no address to act on.
    if (email === null) return;
    if (isGiven) await deps.mail.addToList({ email, list: newsletterList });
    else for (const list of everyList) await deps.mail.removeFromList({ email, list });
    const now = await readConsent(deps, change);
    isFollowed = now.isGiven === isGiven && now.email === email;
    ({ email, isGiven } = now);
  }
}

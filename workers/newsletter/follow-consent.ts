import { NotProjectedYet } from '#infra/queue/not-projected-yet.ts';
import { readUserById } from '#projections/read-models/members/queries.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { allLists, newsletterList } from './lists.ts';

type Deps = Pick<JobDependencies, 'pool'> & {
  readonly mail: Pick<JobDependencies['mail'], 'addToList' | 'removeFromList'>;
};

/** A newsletter consent given or withdrawn. */
interface ConsentChange {
  readonly memberId: string;
  readonly given: boolean;
  /** ISO */
  readonly at: string;
}

async function readConsent({ pool }: Deps, { memberId, given, at }: ConsentChange) {
  const member = await readUserById(pool, memberId);
  // A different consent that is newer than the change is final: that newer change has its own job.
  if (!member || (member.newsletter !== given && member.updatedAt < new Date(at))) {
    throw new NotProjectedYet(`The consent of ${memberId}`);
  }
  // The invitation of a member who was brought over has a job of its own.
  return { email: member.email, isGiven: member.newsletter, isSilent: member.isSilent };
}

/**
 * Adds a member to the mailing list or removes them from every list, by their current consent. Both are idempotent, so the
 * ledger of effects is not needed. Repeats while the consent changes in the meantime.
 */
export async function followConsent(deps: Deps, change: ConsentChange): Promise<void> {
  let { email, isGiven, isSilent } = await readConsent(deps, change);
  for (let isFollowed = false; !isFollowed; ) {
    // The member is erased, so there is no address, or gets no mail yet.
    if (email === null || isSilent) return;
    if (isGiven) await deps.mail.addToList({ email, list: newsletterList, resubscribes: true });
    else for (const list of allLists) await deps.mail.removeFromList({ email, list });
    const now = await readConsent(deps, change);
    isFollowed = now.isGiven === isGiven && now.email === email;
    ({ email, isGiven, isSilent } = now);
  }
}

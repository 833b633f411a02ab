import { millisecondsInHour } from 'date-fns/constants';
import { addDaysToDay, toLondonDay } from '../london-time.ts';
import { Refusal } from '../refusal.ts';
import type { Rules } from '../rules/rules.ts';
import { getCurrentPeriod, requireRunning } from './decide.ts';
import type { Membership, MembershipState } from './decider.ts';

interface PauseRequest {
  /** null for staff, who may pause any membership. */
  readonly memberId: string | null;
  readonly now: Date;
}

type PauseRules = Pick<Rules, 'version' | 'pauseNoticeHours' | 'pausesAllowed' | 'pausesWithinDays'>;

const refuse = (reason: 'unpaid' | 'planned' | 'paused' | 'ending' | 'changing' | 'renewing') =>
  new Refusal('PAUSE_NOT_POSSIBLE', { reason });

/** Counts the pauses that began in the days before another would, which is a London day like theirs. */
function countPausesBefore({ pausesBegun }: MembershipState, from: string, withinDays: number): number {
  const earliest = addDaysToDay(toLondonDay(new Date(from)), -withinDays);
  return pausesBegun.filter((begun) => toLondonDay(new Date(begun)) > earliest).length;
}

/**
 * A membership whose next period can be paused: it is asked early enough before that period's charge, and not too often.
 * @throws Refusal MEMBERSHIP_NOT_FOUND, MEMBERSHIP_NOT_ACTIVE, PAUSE_NOT_POSSIBLE, PAUSE_TOO_LATE, PAUSE_TOO_OFTEN
 */
export function requirePausable(
  state: MembershipState,
  { memberId, now }: PauseRequest,
  { version: rulesVersion, pauseNoticeHours: hours, pausesAllowed, pausesWithinDays: days }: PauseRules,
): Membership {
  const membership = requireRunning(state, memberId);
  const { status, pause, planChange, cancelAtPeriodEnd } = membership;
  if (status === 'past_due') throw refuse('unpaid');
  if (pause !== null) throw refuse(status === 'paused' ? 'paused' : 'planned');
  if (cancelAtPeriodEnd) throw refuse('ending');
  // Stripe would begin another interval with a trial, whose end voids nothing.
  if (planChange !== null) throw refuse('changing');
  const { periodEnd } = getCurrentPeriod(membership);
  const msLeft = Date.parse(periodEnd) - now.getTime();
  if (msLeft <= 0) throw refuse('renewing');
  if (msLeft < hours * millisecondsInHour)
    throw new Refusal('PAUSE_TOO_LATE', { hours, chargedAt: periodEnd }, { rulesVersion });
  if (countPausesBefore(state, periodEnd, days) >= pausesAllowed)
    throw new Refusal('PAUSE_TOO_OFTEN', { pausesAllowed, days }, { rulesVersion });
  return membership;
}

/**
 * A membership with a pause that has not begun, so that it can still be withdrawn.
 * @throws Refusal MEMBERSHIP_NOT_FOUND, MEMBERSHIP_NOT_ACTIVE, NO_PAUSE_PLANNED
 */
export function requirePausePlanned(state: MembershipState, memberId: string | null): Membership {
  const membership = requireRunning(state, memberId);
  if (membership.pause === null) throw new Refusal('NO_PAUSE_PLANNED', { hasBegun: false });
  if (membership.status === 'paused') throw new Refusal('NO_PAUSE_PLANNED', { hasBegun: true });
  return membership;
}

import { millisecondsInDay } from 'date-fns/constants';
import { getCurrentPeriod, requireMembership } from '#domain/membership/decide.ts';
import { requirePausable } from '#domain/membership/decide-pause.ts';
import { findNextTerms } from '#domain/membership/decide-plan.ts';
import { type Membership, type MembershipState, membershipDecider } from '#domain/membership/decider.ts';
import type { PausedPeriod } from '#domain/membership/events.ts';
import type { PlanTerms } from '#domain/plan/terms.ts';
import { Refusal } from '#domain/refusal.ts';
import { PaymentStateConflict } from '#infra/payments/errors.ts';
import { pickLaterPosition } from '../append-result.ts';
import { defineCommand } from '../define-command.ts';
import { readRules } from '../rules/read-rules.ts';
import { stepContext } from '../step-context.ts';
import type { MembershipRef } from './cancel-at-period-end.ts';
import { toPauseMetadata } from './pause-metadata.ts';
import { type SettleMembershipDeps, settleMembership } from './settle-membership.ts';

export interface PausePreview extends PausedPeriod {
  readonly memberId: string;
  /** The plan as it is, which also names the period. */
  readonly plan: PlanTerms;
  /** What is charged when the membership comes back. */
  readonly next: PlanTerms;
}

/** @throws Refusal PAUSE_NOT_POSSIBLE when the next period has begun at Stripe; PaymentsUnavailable */
async function readNextPeriod(
  { subscriptions }: Pick<SettleMembershipDeps, 'subscriptions'>,
  membership: Membership,
): Promise<PausedPeriod> {
  const { periodStart, periodEnd } = await subscriptions.previewNextPeriod(membership.subscriptionId);
  const from = getCurrentPeriod(membership).periodEnd;
  if (periodStart.toISOString() !== from) throw new Refusal('PAUSE_NOT_POSSIBLE', { reason: 'renewing' });
  return { from, until: periodEnd.toISOString() };
}

function describe(membership: Membership, period: PausedPeriod): PausePreview {
  const { memberId, plan } = membership;
  return { ...period, memberId, plan, next: findNextTerms(membership, new Date(period.until)) };
}

/**
 * Describes the effect of `pauseMembership` without changing anything, here or at Stripe.
 * @throws Refusal as it does; PaymentsUnavailable
 */
export async function previewPause(
  deps: SettleMembershipDeps,
  { membershipId, memberId }: MembershipRef,
  now: Date,
): Promise<PausePreview> {
  const { state } = await deps.deciders.load(membershipDecider, String(membershipId));
  const membership = requirePausable(state, { memberId, now }, await readRules(deps.deciders));
  return describe(membership, await readNextPeriod(deps, membership));
}

/** Collection resumes a day before the next charge: long after the paused period's invoice, and in time for that charge. */
const toResumption = (until: string) => new Date(Date.parse(until) - millisecondsInDay);

/** Voids the next period's invoice at Stripe. One that has ended there is only settled. */
async function pauseAtStripe(
  { subscriptions }: SettleMembershipDeps,
  { membership, eventCount }: MembershipState,
  period: PausedPeriod,
  rulesVersion: number,
): Promise<void> {
  if (membership === null) return;
  const { subscriptionId } = membership;
  const pause = {
    resumesAt: toResumption(period.until),
    metadata: toPauseMetadata({ ...period, rulesVersion }),
  };
  // The same for every press and every retry, until something has happened to the membership.
  const key = ['pause', subscriptionId, eventCount, rulesVersion].join('/');
  try {
    await subscriptions.pauseCollection(subscriptionId, pause, key);
  } catch (error) {
    if (!(error instanceof PaymentStateConflict)) throw error;
  }
}

/**
 * Pauses a membership for its next period, which is not charged and grants nothing. Stripe is first, so that nothing
 * is noted that it does not know. A crash before the note is completed by a retry, Stripe's webhook or the sweep.
 * @throws Refusal MEMBERSHIP_NOT_FOUND (also for another member's), MEMBERSHIP_NOT_ACTIVE, PAUSE_NOT_POSSIBLE, PAUSE_TOO_LATE,
 * PAUSE_TOO_OFTEN; PaymentsUnavailable
 */
export const pauseMembership = defineCommand(
  'pause-membership',
  async (deps: SettleMembershipDeps, { membershipId, memberId }: MembershipRef, context) => {
    const request = { memberId, now: context.now };
    const rules = await readRules(deps.deciders);
    const known = await deps.deciders.load(membershipDecider, String(membershipId));
    const { subscriptionId } = requirePausable(known.state, request, rules);
    const settle = (step: string) =>
      settleMembership(deps, { subscriptionId }, stepContext(context, subscriptionId, step));
    const before = await settle('before');
    const found = before.state.membership;
    // An earlier call paused it at Stripe and could not note it.
    if (found !== null && found.pause !== null)
      return { ...describe(found, found.pause), position: before.position };
    const membership = requirePausable(before.state, request, rules);
    await pauseAtStripe(deps, before.state, await readNextPeriod(deps, membership), rules.version);
    const { state, position } = await settle('settle');
    const after = requireMembership(state, memberId);
    if (after.pause === null) throw new Refusal('MEMBERSHIP_NOT_ACTIVE', { status: after.status });
    return { ...describe(after, after.pause), position: pickLaterPosition(before.position, position) };
  },
);

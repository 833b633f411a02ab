import type { Membership, MembershipState } from './decider.ts';
import type { MembershipEvent, PausedPeriod } from './events.ts';

/** A pause as the payment provider has it. */
export interface ProviderPause extends PausedPeriod {
  /** The rulebook that allowed it. */
  readonly rulesVersion: number;
  /** Whether invoices are voided now: not when collection has resumed, by itself or by hand there. */
  readonly isVoiding: boolean;
}

export interface PauseFacts {
  readonly pause: ProviderPause | null;
  /** The end of the period that runs at the provider. */
  readonly currentPeriodEnd: string;
  /** The starts of the periods whose invoice was voided. */
  readonly voidedPeriodStarts: readonly string[];
}

/** A pause of the next period that no event has yet. One that has begun before is over, whatever the provider still reports of it. */
function findNewPause(
  membership: Membership,
  { pausesBegun }: MembershipState,
  { pause, voidedPeriodStarts, currentPeriodEnd }: PauseFacts,
): ProviderPause | null {
  if (pause === null || pausesBegun.includes(pause.from)) return null;
  if (pause.from !== membership.periods.at(-1)?.periodEnd) return null;
  const isAhead = pause.isVoiding && Date.parse(currentPeriodEnd) <= Date.parse(pause.from);
  return isAhead || voidedPeriodStarts.includes(pause.from) ? pause : null;
}

/** Derives the events of a pause since the last call: planned, withdrawn, begun and over, also several in one call. */
export function followPause(
  membership: Membership,
  state: MembershipState,
  facts: PauseFacts,
  at: string,
): MembershipEvent[] {
  const { membershipId, memberId, subscriptionId, status } = membership;
  const found = membership.pause === null ? findNewPause(membership, state, facts) : null;
  const pause = membership.pause ?? found;
  if (pause === null) return [];
  const { from, until } = pause;
  const data = { membershipId, memberId, subscriptionId, from, until, at };
  const events: MembershipEvent[] = [];
  if (found !== null)
    events.push({ type: 'MembershipPausePlanned', data: { ...data, rulesVersion: found.rulesVersion } });
  // Whether it began is a matter of the invoice, since the provider ends the pause itself before the next one.
  const begins = status !== 'paused' && facts.voidedPeriodStarts.includes(from);
  if (begins) events.push({ type: 'MembershipPaused', data });
  if (status !== 'paused' && !begins) {
    const isStillPlanned = facts.pause?.from === from && facts.pause.isVoiding;
    if (!isStillPlanned) events.push({ type: 'MembershipPauseWithdrawn', data });
  } else if (Date.parse(facts.currentPeriodEnd) > Date.parse(until)) {
    events.push({ type: 'MembershipResumed', data });
  }
  return events;
}

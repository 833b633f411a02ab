import { releaseEmail } from '#domain/email/decide.ts';
import { emailDecider } from '#domain/email/decider.ts';
import { Refusal, type RefusalCode } from '#domain/refusal.ts';
import type { StudioEvent } from '#domain/registry.ts';
import type { CommandContext, EventStore } from '#infra/event-store/types.ts';
import { pickLaterPosition } from '../append-result.ts';
import type { BookingRef } from '../booking/booking-end.ts';
import { releaseBooking } from '../booking/release-booking.ts';
import { defineCommand } from '../define-command.ts';
import { readIdentity } from '../member/read-identity.ts';
import { type SettleMembershipDeps, settleMembership } from '../membership/settle-membership.ts';
import { stepContext } from '../step-context.ts';
import { leaveWaitlist } from '../waitlist/leave-waitlist.ts';

export interface SettleErasureDeps extends SettleMembershipDeps {
  readonly eventStore: Pick<EventStore<StudioEvent>, 'readStream'>;
  readonly emailHash: (email: string) => string;
}

/** What an erased member still has, as read by the caller. */
export interface Erasure {
  readonly memberId: string;
  /** Bookings of future classes. */
  readonly bookings: readonly BookingRef[];
  /** Future classes with the member on the waitlist. */
  readonly waitingIn: readonly number[];
  /** The subscription of a membership that has not ended. */
  readonly subscriptionId: string | null;
}

/** The booking or the class is over: there is nothing to release. */
const ALREADY_OVER: readonly RefusalCode[] = ['ALREADY_CANCELLED', 'BOOKING_NOT_FOUND', 'CLASS_PAST'];

async function releaseIfBooked(
  deps: SettleErasureDeps,
  booking: BookingRef,
  context: CommandContext,
): Promise<bigint | null> {
  try {
    return (await releaseBooking(deps, booking, 'member', context)).position;
  } catch (error) {
    if (error instanceof Refusal && ALREADY_OVER.includes(error.code)) return null;
    throw error;
  }
}

/** Releases the address, so that the same person can sign up again. */
async function releaseAddress(
  { deciders, eventStore, emailHash }: SettleErasureDeps,
  memberId: string,
  context: CommandContext,
): Promise<bigint | null> {
  const identity = await readIdentity(eventStore, memberId);
  if (identity === null) return null;
  const { position } = await deciders.handle(
    emailDecider,
    emailHash(identity.email),
    stepContext(context, memberId, 'email'),
    (state) => releaseEmail(state, { memberId, now: context.now }),
  );
  return position;
}

async function endMembership(
  deps: SettleErasureDeps,
  subscriptionId: string,
  context: CommandContext,
): Promise<bigint | null> {
  await deps.subscriptions.cancelNow(subscriptionId, `erase/${subscriptionId}`);
  const step = stepContext(context, subscriptionId, 'settle');
  return (await settleMembership(deps, { subscriptionId }, step)).position;
}

/**
 * Ends what an erased member still had: waitlist entries, future bookings, the claim of the address, and the membership at
 * Stripe. Bookings end by the usual rules of cancellation. A repeated call changes nothing.
 * @throws PaymentsUnavailable, with all else done
 */
export const settleErasure = defineCommand(
  'settle-erasure',
  async (deps: SettleErasureDeps, { memberId, bookings, waitingIn, subscriptionId }: Erasure, context) => {
    let position: bigint | null = null;
    // The waitlists come first, so that no spot goes to an erased member.
    for (const classId of waitingIn) {
      const step = stepContext(context, classId, 'leave');
      const left = await leaveWaitlist(deps, { classId, memberId, reason: 'left' }, step);
      position = pickLaterPosition(position, left.position);
    }
    for (const booking of bookings)
      position = pickLaterPosition(position, await releaseIfBooked(deps, booking, context));
    position = pickLaterPosition(position, await releaseAddress(deps, memberId, context));
    if (subscriptionId !== null)
      position = pickLaterPosition(position, await endMembership(deps, subscriptionId, context));
    return { position };
  },
);

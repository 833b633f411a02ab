import { releaseEmail } from '#domain/email/decide.ts';
import { emailDecider } from '#domain/email/decider.ts';
import { Refusal, type RefusalCode } from '#domain/refusal.ts';
import type { StudioEvent } from '#domain/registry.ts';
import type { CommandContext, EventStore } from '#infra/event-store/types.ts';
import { type AppendResult, pickLaterPosition } from '../append-result.ts';
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

/** What an erased member still has, as the caller looked it up. */
export interface Erasure {
  readonly memberId: string;
  /** Of classes to come. */
  readonly bookings: readonly BookingRef[];
  /** Classes to come in whose line they are. */
  readonly waitingIn: readonly number[];
  /** Of a membership that has not ended. */
  readonly subscriptionId: string | null;
}

/** The booking is over or the class has begun: there is nothing to give up. */
const OVER: readonly RefusalCode[] = ['ALREADY_CANCELLED', 'BOOKING_NOT_FOUND', 'CLASS_PAST'];

async function release(
  deps: SettleErasureDeps,
  booking: BookingRef,
  context: CommandContext,
): Promise<bigint | null> {
  try {
    return (await releaseBooking(deps, booking, 'member', context)).position;
  } catch (error) {
    if (error instanceof Refusal && OVER.includes(error.code)) return null;
    throw error;
  }
}

/** Frees the address, so that the same person can begin anew. */
async function freeEmail(
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
 * Undoes what an erased member still had: they leave every line, bookings to come are cancelled by the rules of any
 * cancellation, the address is free again, the membership ends at Stripe now. Again it does nothing.
 * @throws PaymentsUnavailable, with all else done
 */
export const settleErasure = defineCommand(
  'settle-erasure',
  async (
    deps: SettleErasureDeps,
    { memberId, bookings, waitingIn, subscriptionId }: Erasure,
    context,
  ): Promise<AppendResult> => {
    let position: bigint | null = null;
    // First, so that no spot is found for someone who is gone.
    for (const classId of waitingIn) {
      const step = stepContext(context, classId, 'leave');
      const left = await leaveWaitlist(deps, { classId, memberId, reason: 'left' }, step);
      position = pickLaterPosition(position, left.position);
    }
    for (const booking of bookings)
      position = pickLaterPosition(position, await release(deps, booking, context));
    position = pickLaterPosition(position, await freeEmail(deps, memberId, context));
    if (subscriptionId !== null)
      position = pickLaterPosition(position, await endMembership(deps, subscriptionId, context));
    return { position };
  },
);

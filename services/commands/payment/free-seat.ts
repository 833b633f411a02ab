import { classDecider } from '#domain/class/decider.ts';
import type { LapseReason } from '#domain/class/events.ts';
import { lapseReservation } from '#domain/class/lapse-reservation.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { CommandDeps } from '../define-command.ts';
import { stepContext } from '../step-context.ts';

/** Frees the seat that was reserved for a booking. */
export async function freeSeat(
  { deciders }: CommandDeps,
  booking: { bookingId: number; classId: number; memberId: string; because: LapseReason },
  context: CommandContext,
): Promise<bigint | null> {
  const { classId, bookingId } = booking;
  const { position } = await deciders.handle(
    classDecider,
    String(classId),
    stepContext(context, bookingId, 'free'),
    (state) => lapseReservation(state, { ...booking, now: context.now }),
  );
  return position;
}

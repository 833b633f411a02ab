import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import { classDecider } from '#domain/class/decider.ts';
import type { ClassDetails } from '#domain/class/events.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import type { BookClassDeps } from '../booking/book-class.ts';

/** The longest time by which a class is rescheduled: an older booking is over. */
const maxRescheduleMs = 14 * millisecondsInDay;

const toTimeSpan = ({ startsAt, durationMinutes }: ClassDetails) => {
  const from = Date.parse(startsAt);
  return { from, to: from + durationMinutes * millisecondsInMinute };
};

/**
 * Whether a member is booked in another class at the time of this one, by the current times of the classes: a booking
 * knows the time its class had, and the studio may have moved it.
 */
export async function isBookedElsewhere(
  { deciders }: Pick<BookClassDeps, 'deciders'>,
  { memberId, classId, details }: { memberId: string; classId: number; details: ClassDetails },
  now: Date,
): Promise<boolean> {
  const own = toTimeSpan(details);
  const { state: wallet } = await deciders.load(walletDecider, memberId);
  for (const [otherId, bookingId] of wallet.activeByClass) {
    const bookedFor = wallet.passes.get(bookingId)?.classStartsAt;
    if (otherId === classId || bookedFor === undefined) continue;
    if (Date.parse(bookedFor) < now.getTime() - maxRescheduleMs) continue;
    const { state } = await deciders.load(classDecider, String(otherId));
    if (state.details === null || state.isCancelled) continue;
    const other = toTimeSpan(state.details);
    if (other.from < own.to && own.from < other.to) return true;
  }
  return false;
}

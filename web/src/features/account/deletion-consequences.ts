import type { MyBooking } from '#services/contract/bookings.ts';
import type { MembershipAnswer } from '#services/contract/membership.ts';
import { formatPasses } from '#web/lib/messages.ts';
import { formatCount } from '#web/lib/numbers.ts';

interface Holdings {
  /** Undefined while loading, like the others. */
  readonly bookings: readonly Pick<MyBooking, 'cancellable'>[] | undefined;
  /** Passes of every kind that can be used now. */
  readonly credits: number | undefined;
  readonly membership: Pick<MembershipAnswer, 'status'> | undefined;
}

/** One sentence for each consequence of deleting an account; null while something is still loading. */
export const describeDeletion = ({ bookings, credits, membership }: Holdings): string[] | null => {
  if (bookings === undefined || credits === undefined || membership === undefined) return null;
  const upcoming = bookings.filter(({ cancellable }) => cancellable).length;
  const hasMembership = membership.status !== 'none' && membership.status !== 'ended';
  return [
    upcoming === 0
      ? 'You have no classes to come.'
      : `${formatCount(upcoming, 'class', 'classes')} to come ${upcoming === 1 ? 'is' : 'are'} cancelled.`,
    credits === 0
      ? 'You have no passes left to lose.'
      : `${formatPasses(credits)} ${credits === 1 ? 'is' : 'are'} lost and not refunded.`,
    ...(upcoming === 0 ? [] : ['What comes back from cancelling is lost as well.']),
    ...(hasMembership ? ['Your membership ends at once, and the rest of the month is not refunded.'] : []),
    'Your name, contact details and health answers are erased. What you booked and paid is kept for 7 years, without your name.',
  ];
};

import type { MyBooking } from '../../../../services/contract/bookings.ts';
import type { MembershipAnswer } from '../../../../services/contract/membership.ts';
import { passes } from '../../lib/messages.ts';
import { countOf } from '../../lib/money.ts';

interface Holdings {
  /** Undefined while they are not known. */
  readonly bookings: readonly Pick<MyBooking, 'cancellable'>[] | undefined;
  /** That can be booked with now. */
  readonly credits: number | undefined;
  readonly membership: Pick<MembershipAnswer, 'status'> | undefined;
}

/** What goes with an account, a sentence each; null until all of it is known. */
export const whatIsLost = ({ bookings, credits, membership }: Holdings): string[] | null => {
  if (bookings === undefined || credits === undefined || membership === undefined) return null;
  const ahead = bookings.filter(({ cancellable }) => cancellable).length;
  const runs = membership.status === 'active' || membership.status === 'past_due';
  return [
    ahead === 0
      ? 'You have no classes to come.'
      : `${countOf(ahead, 'class', 'classes')} to come ${ahead === 1 ? 'is' : 'are'} cancelled.`,
    credits === 0
      ? 'You have no passes left to lose.'
      : `${passes(credits)} ${credits === 1 ? 'is' : 'are'} lost and not refunded.`,
    ...(ahead === 0 ? [] : ['What comes back from cancelling is lost as well.']),
    ...(runs ? ['Your membership ends at once, and the rest of the month is not refunded.'] : []),
    'Your name, contact details and health answers are erased. What you booked and paid is kept for 7 years, without your name.',
  ];
};

import type { MyBooking } from '../../../../services/contract/bookings.ts';
import type { Tone } from '../../components/ui/badge.tsx';

const ended: Record<Exclude<MyBooking['status'], 'confirmed'>, string> = {
  cancelled: 'Cancelled',
  late_cancelled: 'Cancelled late',
  removed: 'Removed by the studio',
  class_cancelled: 'Class cancelled',
  moved: 'Moved',
  undone: 'Booked again',
};

/** How a booking stands at `now`, in a word or two; attendance says more than that it was booked. */
export const bookingState = (
  {
    status,
    attended,
    class: { startsAt },
  }: Pick<MyBooking, 'status' | 'attended'> & { class: { startsAt: string } },
  now: number,
): { text: string; tone: Tone } => {
  if (status !== 'confirmed') return { text: ended[status], tone: 'neutral' };
  if (attended === null) {
    return Date.parse(startsAt) > now
      ? { text: 'Booked', tone: 'sea' }
      : { text: 'Not marked', tone: 'neutral' };
  }
  return attended ? { text: 'Attended', tone: 'kelp' } : { text: 'Absent', tone: 'rust' };
};

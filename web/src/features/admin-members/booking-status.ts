import type { MyBooking } from '#services/contract/bookings.ts';
import type { Tone } from '#web/components/ui/badge.tsx';

const endedTexts: Record<Exclude<MyBooking['status'], 'confirmed'>, string> = {
  cancelled: 'Cancelled',
  late_cancelled: 'Cancelled late',
  removed: 'Removed by the studio',
  class_cancelled: 'Class cancelled',
  moved: 'Moved',
  undone: 'Booked again',
};

/** Describes a booking's status at `now`, and a past one by its attendance. */
export const describeBooking = (
  {
    status,
    attended,
    class: { startsAt },
  }: Pick<MyBooking, 'status' | 'attended'> & { class: { startsAt: string } },
  now: number,
): { text: string; tone: Tone } => {
  if (status !== 'confirmed') return { text: endedTexts[status], tone: 'neutral' };
  if (attended === null) {
    return Date.parse(startsAt) > now
      ? { text: 'Booked', tone: 'sea' }
      : { text: 'Not marked', tone: 'neutral' };
  }
  return attended ? { text: 'Attended', tone: 'kelp' } : { text: 'Absent', tone: 'rust' };
};

import { CalendarPlus } from 'lucide-react';
import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { useOneAtATime } from '#web/lib/use-one-at-a-time.ts';
import { downloadEvent } from './api/download-event.ts';
import { calendarFailed } from './calendar-failed.ts';

/** Saves a booking as a calendar file; `classLabel` names the class to screen readers. */
export const AddToCalendar = ({ bookingId, classLabel }: { bookingId: number; classLabel: string }) => {
  const { busy, run } = useOneAtATime();
  const download = () => downloadEvent(bookingId).catch((cause: unknown) => toast(calendarFailed(cause)));
  return (
    <Button
      variant="quiet"
      size="sm"
      className="-mb-2 -ml-4 mt-1 md:-mb-1"
      busy={busy}
      onClick={() => void run(download)}
    >
      <CalendarPlus aria-hidden="true" className="size-4.5" />
      Add to calendar
      <span className="sr-only">{classLabel}</span>
    </Button>
  );
};

import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { toast } from '../../components/ui/toast.ts';
import { messages } from '../../lib/messages.ts';
import { downloadEvent } from './api/download-event.ts';

/** Saves one booking as a calendar file; `what` names it for those who cannot see which row it stands in. */
export const AddToCalendar = ({ bookingId, what }: { bookingId: number; what: string }) => {
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      await downloadEvent(bookingId);
    } catch (cause) {
      toast(messages.calendarFailed(cause));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="quiet"
      size="sm"
      className="-mb-2 -ml-4 mt-1 md:-mb-1"
      busy={isBusy}
      onClick={() => void run()}
    >
      <CalendarPlus aria-hidden="true" className="size-4.5" />
      Add to calendar
      <span className="sr-only">{what}</span>
    </Button>
  );
};

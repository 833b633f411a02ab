import { useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import type { ScheduledClass } from '../../../../services/contract/schedule.ts';
import { toast } from '../../components/ui/toast.ts';
import { ApiError } from '../../lib/api-error.ts';
import { isWaitlist } from '../../lib/live-keys.ts';
import { messages } from '../../lib/messages.ts';
import { scrollToElement } from '../../lib/smooth-scroll.ts';
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts';
import { refreshWallet } from '../passes/api/refresh-wallet.ts';
import { bookClass } from './api/book-class.ts';
import { classesKey } from './api/use-classes.ts';
import { myBookingsKey } from './api/use-my-bookings.ts';

const buyPassesPath = '/book-classes';

/** To the passes, which may be on this very page. */
const useGoToPasses = (): (() => void) => {
  const navigate = useNavigate();
  return () => {
    const passes = window.location.pathname === buyPassesPath ? document.getElementById('pricing') : null;
    if (passes) scrollToElement(passes);
    else navigate(buyPassesPath);
  };
};

/** Books one class, says how it went and reads again what changed. A second tap while it runs does nothing. */
export const useBookClass = ({ id, date }: Pick<ScheduledClass, 'id' | 'date'>) => {
  const { mutate } = useSWRConfig();
  const goToPasses = useGoToPasses();
  const { busy, run } = useOneAtATime();

  const refresh = () =>
    Promise.all([
      mutate(classesKey(date)),
      mutate(myBookingsKey),
      mutate('/api/memberships'),
      mutate(isWaitlist),
      refreshWallet(mutate),
    ]);

  const book = async () => {
    try {
      const { creditsRemaining } = await bookClass({ classId: id });
      // The card changes to "Booked" with the message, not before or after it.
      await refresh();
      toast(messages.booked(creditsRemaining));
    } catch (cause) {
      if (cause instanceof ApiError && cause.code === 'NO_PASS') toast(messages.needPasses(goToPasses));
      else toast(messages.bookingFailed(cause));
      // Refused mostly means that the timetable shown is out of date.
      await refresh();
    }
  };

  return { book: () => void run(book), booking: busy };
};

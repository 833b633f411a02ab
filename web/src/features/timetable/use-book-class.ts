import { useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { toast } from '#web/components/ui/toast.ts';
import { isMissingPassError } from '#web/lib/api-error.ts';
import { isWaitlistKey } from '#web/lib/live-keys.ts';
import { messages } from '#web/lib/messages.ts';
import { refreshWallet } from '#web/lib/refresh-wallet.ts';
import { scrollToElement } from '#web/lib/scroll-to-element.ts';
import { useOneAtATime } from '#web/lib/use-one-at-a-time.ts';
import { bookClass } from './api/book-class.ts';
import { classesKey } from './api/use-classes.ts';
import { myBookingsKey } from './api/use-my-bookings.ts';
import { forgetWantedClass, rememberWantedClass } from './wanted-class.ts';

const buyPassesPath = '/book-classes';

/** Goes to the passes, which may be on the current page. */
const useGoToPasses = (): (() => void) => {
  const navigate = useNavigate();
  return () => {
    const passes = window.location.pathname === buyPassesPath ? document.getElementById('pricing') : null;
    if (passes) scrollToElement(passes);
    else navigate(buyPassesPath);
  };
};

/** Books one class, shows the result and reloads what changed. Ignores a second press while it runs. */
export const useBookClass = ({ id, date }: Pick<ScheduledClass, 'id' | 'date'>) => {
  const { mutate } = useSWRConfig();
  const goToPasses = useGoToPasses();
  const { busy, run } = useOneAtATime();

  const refresh = () =>
    Promise.all([
      mutate(classesKey(date)),
      mutate(myBookingsKey),
      mutate('/api/memberships'),
      mutate(isWaitlistKey),
      refreshWallet(mutate),
    ]);

  const book = async () => {
    try {
      const { creditsRemaining } = await bookClass({ classId: id });
      forgetWantedClass();
      // The card changes to "Booked" together with the message.
      await refresh();
      toast(messages.booked(creditsRemaining));
    } catch (cause) {
      if (isMissingPassError(cause)) {
        rememberWantedClass({ id, date });
        toast(messages.needPasses(goToPasses));
      } else toast(messages.bookingFailed(cause));
      // A refusal mostly means that the timetable on screen is out of date.
      await refresh();
    }
  };

  return { book: () => void run(book), isBooking: busy };
};

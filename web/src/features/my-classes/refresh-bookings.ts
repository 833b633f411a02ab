import type { ScopedMutator } from 'swr';
import { refreshWallet } from '#web/lib/refresh-wallet.ts';
import { classesKey } from '../timetable/api/use-classes.ts';
import { myBookingsKey } from '../timetable/api/use-my-bookings.ts';

/** Reloads everything that shows a changed booking; `dates` are the days of its classes. */
export const refreshBookings = async (mutate: ScopedMutator, dates: readonly string[]): Promise<void> => {
  await Promise.all([
    mutate(myBookingsKey),
    ...dates.map((date) => mutate(classesKey(date))),
    refreshWallet(mutate),
  ]);
};

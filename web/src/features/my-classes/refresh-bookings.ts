import type { ScopedMutator } from 'swr';
import { classesKey } from '../booking/api/use-classes.ts';
import { myBookingsKey } from '../booking/api/use-my-bookings.ts';
import { refreshWallet } from '../passes/api/refresh-wallet.ts';

/** Reads everything again that a change of a booking shows in; `dates` are the days of the classes it touched. */
export const refreshBookings = async (mutate: ScopedMutator, dates: readonly string[]): Promise<void> => {
  await Promise.all([
    mutate(myBookingsKey),
    ...dates.map((date) => mutate(classesKey(date))),
    refreshWallet(mutate),
  ]);
};

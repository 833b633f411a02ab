import type { ScopedMutator } from 'swr';
import { isClassesKey } from '#web/lib/live-keys.ts';
import { refreshWallet } from '#web/lib/refresh-wallet.ts';
import { myBookingsKey } from '../timetable/api/use-my-bookings.ts';

/** Reloads everything that shows a changed booking. */
export const refreshBookings = async (mutate: ScopedMutator): Promise<void> => {
  await Promise.all([mutate(myBookingsKey), mutate(isClassesKey), refreshWallet(mutate)]);
};

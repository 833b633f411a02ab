import type { MyBookingsAnswer } from '#services/contract/bookings.ts';
import { useRead } from '#web/lib/use-read.ts';

export const myBookingsKey = '/api/my-bookings';

/** The member's bookings; undefined while loading, when signed out, and when the read failed. */
export const useMyBookings = (isSignedIn: boolean) => {
  const { data, error, retry } = useRead<MyBookingsAnswer>(isSignedIn ? myBookingsKey : null);
  return { bookings: data?.bookings, error, retry };
};

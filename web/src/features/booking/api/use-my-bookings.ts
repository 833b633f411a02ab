import useSWR from 'swr';
import type { MyBooking, MyBookingsAnswer } from '../../../../../services/contract/bookings.ts';

export const myBookingsKey = '/api/my-bookings';

interface MyBookings {
  readonly bookings: readonly MyBooking[] | undefined;
  readonly error: unknown;
  readonly retry: () => void;
}

/** The member's bookings; undefined while they load, when signed out, or when they could not be read. */
export const useMyBookings = (signedIn: boolean): MyBookings => {
  const { data, error, mutate } = useSWR<MyBookingsAnswer | undefined>(signedIn ? myBookingsKey : null);
  return { bookings: data?.bookings, error, retry: () => void mutate() };
};

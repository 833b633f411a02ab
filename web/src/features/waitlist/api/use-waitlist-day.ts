import useSWR from 'swr';
import type { WaitlistDayAnswer, WaitlistStatus } from '../../../../../services/contract/waitlist.ts';

const waitlistDayKey = (date: string): string => `/api/waitlist?date=${date}`;

const notWaiting: WaitlistStatus = { isOnWaitlist: false, waitlistCount: 0, position: null, offer: null };

interface WaitlistDay {
  /** The member and the line of a class; what can't be read is "not on the list" and 0 (spec 000 section 7). */
  readonly statusOf: (classId: number) => WaitlistStatus;
  readonly isKnown: boolean;
}

/** Where the member stands in the lines of one London day, read in one call. */
export const useWaitlistDay = (date: string, signedIn: boolean): WaitlistDay => {
  const { data, error } = useSWR<WaitlistDayAnswer | undefined>(signedIn ? waitlistDayKey(date) : null);
  const statuses = new Map(data?.statuses.map((status) => [status.classId, status]));
  return {
    statusOf: (classId) => statuses.get(classId) ?? notWaiting,
    isKnown: data !== undefined || error !== undefined,
  };
};

import useSWR from 'swr';
import type { WaitlistDayAnswer, WaitlistStatus } from '#services/contract/waitlist.ts';

const notWaiting: WaitlistStatus = {
  isOnWaitlist: false,
  waitlistCount: 0,
  position: null,
  offer: null,
  question: null,
};

interface WaitlistDay {
  /** Answers "not on the list" and 0 when the read failed (spec 000 section 7). */
  readonly getStatus: (classId: number) => WaitlistStatus;
  readonly isKnown: boolean;
}

/** The member's waitlist status in every class of one London day. */
export const useWaitlistDay = (date: string, isSignedIn: boolean): WaitlistDay => {
  const { data, error } = useSWR<WaitlistDayAnswer | undefined>(
    isSignedIn ? `/api/waitlist?date=${date}` : null,
  );
  const statuses = new Map(data?.statuses.map((status) => [status.classId, status]));
  return {
    getStatus: (classId) => statuses.get(classId) ?? notWaiting,
    isKnown: data !== undefined || error !== undefined,
  };
};

import useSWR from 'swr';
import type { MyWaitlistsAnswer, WaitingLine } from '../../../../../services/contract/waitlist.ts';

interface MyWaitlists {
  /** The next class first; empty where they could not be read. Undefined while they load, and when signed out. */
  readonly lines: readonly WaitingLine[] | undefined;
}

/** Every class for which the member waits. */
export const useMyWaitlists = (signedIn: boolean): MyWaitlists => {
  const { data, error } = useSWR<MyWaitlistsAnswer | undefined>(signedIn ? '/api/waitlist/mine' : null);
  return { lines: data?.lines ?? (error === undefined ? undefined : []) };
};

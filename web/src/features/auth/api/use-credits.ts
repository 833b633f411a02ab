import useSWR from 'swr';
import type { CreditsAnswer } from '#services/contract/auth.ts';
import { readOnce } from '#web/lib/swr-options.ts';

export const creditsKey = '/api/auth/credits';

const dedupingInterval = 5 * 60_000;

/** How many classes the member can book now, with passes of every kind; undefined while loading or signed out. */
export const useCredits = (isSignedIn: boolean): number | undefined =>
  useSWR<CreditsAnswer | undefined>(isSignedIn ? creditsKey : null, { ...readOnce, dedupingInterval }).data
    ?.credits;

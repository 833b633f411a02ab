import useSWR from 'swr';
import type { CreditsAnswer } from '../../../../../services/contract/auth.ts';
import { readOnce } from '../../../lib/data.ts';

export const creditsKey = '/api/auth/credits';

const fresh = 5 * 60_000;

/** How many classes the member can book now, with passes of every kind; undefined until known or when signed out. */
export const useCredits = (signedIn: boolean): number | undefined =>
  useSWR<CreditsAnswer | undefined>(signedIn ? creditsKey : null, { ...readOnce, dedupingInterval: fresh })
    .data?.credits;

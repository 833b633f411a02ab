import { useEffect, useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { CompleteMembershipAnswer } from '#services/contract/membership.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { refreshMembership } from '../membership/api/refresh-membership.ts';
import { completeMembership } from './api/complete-membership.ts';

/** `not_found`: this member has no such payment; `unknown`: the request failed. */
type Outcome = CompleteMembershipAnswer['outcome'] | 'completing' | 'not_found' | 'unknown';

const toOutcome = (cause: unknown): Outcome => {
  const isRefused = cause instanceof ApiError && (cause.status === 400 || cause.status === 404);
  return isRefused ? 'not_found' : 'unknown';
};

/**
 * Completes the membership of a checkout session, because the member can return before Stripe's webhook arrives. The
 * webhook completes it when this request fails. Null sends no request.
 */
export const useCompletedMembership = (sessionId: string | null): Outcome | undefined => {
  const { mutate } = useSWRConfig();
  const [outcome, setOutcome] = useState<Outcome>();
  const requestedId = useRef<string>(undefined);

  useEffect(() => {
    if (sessionId === null || requestedId.current === sessionId) return;
    requestedId.current = sessionId;
    setOutcome('completing');
    completeMembership({ session_id: sessionId }).then(
      async (answer) => {
        await refreshMembership(mutate);
        setOutcome(answer.outcome);
      },
      (cause: unknown) => {
        console.warn('Could not complete the membership', String(cause));
        setOutcome(toOutcome(cause));
      },
    );
  }, [sessionId, mutate]);

  return outcome;
};

import { useEffect, useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { CompleteMembershipAnswer } from '../../../../services/contract/membership.ts';
import { ApiError } from '../../lib/api-error.ts';
import { refreshMembership } from '../membership/api/refresh-membership.ts';
import { completeMembership } from './api/complete-membership.ts';

/** `not_found`: no such payment of this member; `unheard`: the answer did not come. */
type CompletedMembership = CompleteMembershipAnswer['outcome'] | 'completing' | 'not_found' | 'unheard';

const outcomeOf = (cause: unknown): CompletedMembership => {
  const refused = cause instanceof ApiError && (cause.status === 400 || cause.status === 404);
  return refused ? 'not_found' : 'unheard';
};

/**
 * Who comes back here from the payment page has paid, but the studio may not know it yet. Asking twice answers the
 * same, and what fails here the server's own notice from Stripe makes good. Null asks for nothing.
 */
export const useCompletedMembership = (sessionId: string | null): CompletedMembership | undefined => {
  const { mutate } = useSWRConfig();
  const [outcome, setOutcome] = useState<CompletedMembership>();
  const asked = useRef<string>(undefined);

  useEffect(() => {
    if (sessionId === null || asked.current === sessionId) return;
    asked.current = sessionId;
    setOutcome('completing');
    completeMembership({ session_id: sessionId }).then(
      async (answer) => {
        await refreshMembership(mutate);
        setOutcome(answer.outcome);
      },
      (cause: unknown) => {
        console.warn('The membership could not be completed from here', String(cause));
        setOutcome(outcomeOf(cause));
      },
    );
  }, [sessionId, mutate]);

  return outcome;
};

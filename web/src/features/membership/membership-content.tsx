import type { ReactNode } from 'react';
import type { MembershipAnswer } from '#services/contract/membership.ts';
import { LoadProblem } from '#web/components/ui/load-problem.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { useAuth } from '../auth/auth-context.tsx';
import { useMembership } from './api/use-membership.ts';

interface MembershipContentProps {
  readonly signedOut: ReactNode;
  readonly children: (membership: MembershipAnswer) => ReactNode;
}

/** Renders the membership once loaded; a skeleton, the failure or `signedOut` otherwise. */
export const MembershipContent = ({ signedOut, children }: MembershipContentProps) => {
  const { user, status } = useAuth();
  const { membership, hasFailed, retry } = useMembership(user !== null);
  if (status === 'signed-out') return signedOut;
  if (hasFailed)
    return (
      <LoadProblem title="Your membership is not here just now" text="It is safe with us." onRetry={retry} />
    );
  if (membership === undefined)
    return (
      <div aria-busy="true">
        <Skeleton className="h-96" />
      </div>
    );
  return children(membership);
};

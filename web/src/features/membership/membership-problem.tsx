import { Button } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';

/** The membership could not be read. */
export const MembershipProblem = ({ onRetry }: { onRetry: () => void }) => (
  <EmptyState
    title="Your membership is not here just now"
    text="It is safe with us. Please try again in a moment."
    action={
      <Button variant="secondary" onClick={onRetry}>
        Try again
      </Button>
    }
  />
);

import { LoadProblem } from '../../components/ui/load-problem.tsx';

/** The membership could not be read. */
export const MembershipProblem = ({ onRetry }: { onRetry: () => void }) => (
  <LoadProblem title="Your membership is not here just now" text="It is safe with us." onRetry={onRetry} />
);

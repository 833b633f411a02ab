import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

type LoadProblemProps = {
  /** What is missing: "The timetable is not here just now". */
  title: string;
  /** The consequence; "Please try again in a moment." is added to it. */
  text: string;
  illustration?: ReactNode;
  onRetry: () => void;
};

/** A failed read, with a button that retries it. */
export function LoadProblem({ title, text, illustration, onRetry }: LoadProblemProps) {
  return (
    <EmptyState
      illustration={illustration}
      title={title}
      text={`${text} Please try again in a moment.`}
      action={
        <Button variant="secondary" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}

import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

type LoadProblemProps = {
  /** What is not there: "The timetable is not here just now". */
  title: string;
  /** What that means for the person, before "Please try again in a moment." */
  text: string;
  illustration?: ReactNode;
  onRetry: () => void;
};

/** Something could not be read, and can be asked for again. */
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

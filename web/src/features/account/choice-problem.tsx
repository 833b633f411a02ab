import { Button } from '#web/components/ui/button.tsx';

/** Reports that a stored choice could not be read, and offers another try. */
export const ChoiceProblem = ({ onRetry }: { onRetry: () => void }) => (
  <p className="flex flex-wrap items-center gap-3">
    We could not read your choice just now.
    <Button variant="secondary" size="sm" onClick={onRetry}>
      Try again
    </Button>
  </p>
);

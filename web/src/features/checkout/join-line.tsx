import type { ScheduledClass } from '#services/contract/schedule.ts';
import { Button } from '#web/components/ui/button.tsx';
import { useWaitlistChange } from '../waitlist/use-waitlist-change.ts';

interface JoinLineProps {
  readonly scheduledClass: ScheduledClass;
  readonly onDone: () => void;
}

/** Joins the waitlist of the class, whose outcome a message tells. */
export const JoinLine = ({ scheduledClass, onDone }: JoinLineProps) => {
  const { join, isChanging } = useWaitlistChange(scheduledClass);
  return (
    <Button
      size="sm"
      busy={isChanging}
      onClick={() => {
        join();
        onDone();
      }}
    >
      Join Waitlist
    </Button>
  );
};

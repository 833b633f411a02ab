import type { ScheduledClass } from '#services/contract/schedule.ts';
import { Button } from '#web/components/ui/button.tsx';
import { useWaitlistChange } from '../waitlist/use-waitlist-change.ts';

interface JoinWaitlistButtonProps {
  readonly scheduledClass: ScheduledClass;
  readonly onDone: () => void;
}

/** Joins the waitlist of the class, and shows the result in a toast. */
export const JoinWaitlistButton = ({ scheduledClass, onDone }: JoinWaitlistButtonProps) => {
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

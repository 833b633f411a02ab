import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { Switch } from '#web/components/ui/switch.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { accountMessages } from './account-messages.ts';
import { useConsents } from './api/use-consents.ts';
import { ChoiceProblem } from './choice-problem.tsx';

/** Turns the newsletter on or off, saved on click. */
export const NewsletterSwitch = () => {
  const { newsletter, hasFailed, retry, change } = useConsents();
  if (hasFailed) return <ChoiceProblem onRetry={retry} />;
  if (newsletter === undefined)
    return (
      <div aria-busy="true">
        <Skeleton className="h-20" />
      </div>
    );
  const set = (isOn: boolean) => {
    change(isOn).then(
      () => toast(accountMessages.newsletter(isOn)),
      (cause: unknown) => toast(accountMessages.saveFailed(cause)),
    );
  };
  return (
    <Switch
      checked={newsletter}
      onCheckedChange={set}
      label="Newsletter"
      hint="New classes, and now and then an offer. Each one has a link to unsubscribe."
    />
  );
};

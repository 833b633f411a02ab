import { LoadFailure } from '#web/components/staff/load-failure.tsx';
import { Panel } from '#web/components/staff/panel.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { Spinner } from '#web/components/ui/spinner.tsx';
import { formatCount, formatNumber } from '#web/lib/numbers.ts';
import { useVerification } from './use-verification.ts';
import { VerdictView } from './verdict-view.tsx';

type ProgressProps = { eventsRead: number; eventsExpected: number | null };

function Progress({ eventsRead, eventsExpected }: ProgressProps) {
  const total = eventsExpected === null ? '' : ` of about ${formatNumber(eventsExpected)}`;
  const isKnown = eventsExpected !== null && eventsExpected > 0;
  return (
    <div className="flex flex-col gap-2 rounded-card border border-sand bg-surface px-5 py-4">
      <Spinner label="Checking the whole store" />
      <progress
        aria-label="Events looked at"
        className="h-2.5 w-full accent-sea"
        {...(isKnown ? { max: eventsExpected, value: Math.min(eventsRead, eventsExpected) } : {})}
      />
      <p className="tabular text-ink-muted">
        {formatNumber(eventsRead)} {formatCount(eventsRead, 'event', 'events').replace(/^\d+ /, '')}
        {total} looked at
      </p>
    </div>
  );
}

/** Starts the check of the whole store, and shows its progress and result. */
export function VerifyPanel() {
  const { last, lastError, retry, isRunning, eventsRead, eventsExpected, start } = useVerification();
  return (
    <Panel
      title="Check the whole store"
      intro="Replays every event from the first on: each wallet, lot, booking and payment, and whether what the screens show is what the events say. Nothing is changed."
      tools={
        <Button busy={isRunning} onClick={() => void start()}>
          {isRunning ? 'Checking...' : 'Check now'}
        </Button>
      }
    >
      {isRunning && <Progress eventsRead={eventsRead} eventsExpected={eventsExpected} />}
      {lastError && <LoadFailure what="verification" error={lastError} retry={retry} />}
      {!lastError && last === undefined && <Skeleton className="h-40" />}
      {last?.state === 'never' && !isRunning && (
        <p className="text-ink-muted">It has not been checked yet.</p>
      )}
      {last?.verdict && !isRunning && <VerdictView verdict={last.verdict} />}
    </Panel>
  );
}

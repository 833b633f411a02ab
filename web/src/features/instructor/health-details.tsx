import { useEffect, useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { getErrorMessage } from '#web/lib/api-error.ts';
import { formatWallDate } from '#web/lib/london-time.ts';
import { isUserIdle } from '#web/lib/user-activity.ts';
import { type HealthDetails as Details, fetchHealth } from './api/fetch-health.ts';
import { listHealthAnswers } from './health-answers.ts';

type Result = { readonly details: Details } | { readonly error: unknown } | null;

interface HealthDetailsProps {
  readonly id: string;
  readonly classId: number;
  readonly bookingId: number;
  /** Called when the user has not touched the page for half an hour. */
  readonly onIdle: () => void;
}

const checkIntervalMs = 60_000;

/** A member's health details. They are fetched each time they are opened, and dropped when closed. */
export const HealthDetails = ({ id, classId, bookingId, onIdle }: HealthDetailsProps) => {
  const [attempt, setAttempt] = useState(1);
  const [result, setResult] = useState<Result>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt fetches again
  useEffect(() => {
    let isUnmounted = false;
    setResult(null);
    fetchHealth(classId, bookingId).then(
      (details) => isUnmounted || setResult({ details }),
      (error: unknown) => isUnmounted || setResult({ error }),
    );
    return () => {
      isUnmounted = true;
    };
  }, [classId, bookingId, attempt]);

  useEffect(() => {
    const timer = setInterval(() => isUserIdle() && onIdle(), checkIntervalMs);
    return () => clearInterval(timer);
  }, [onIdle]);

  return (
    <div id={id} aria-busy={result === null}>
      {result === null && <Skeleton className="h-32" />}
      {result !== null && 'error' in result && (
        <Notice tone="error" title="Failed to fetch health details">
          <p>{getErrorMessage(result.error, 'Please try again.')}</p>
          <Button variant="quiet" size="sm" className="-ml-4" onClick={() => setAttempt(attempt + 1)}>
            Try again
          </Button>
        </Notice>
      )}
      {result !== null && 'details' in result && (
        <div className="rounded-card border border-sand bg-paper px-4 py-3.5">
          <dl className="grid gap-x-6 gap-y-2.5 md:grid-cols-2">
            {listHealthAnswers(result.details).map(({ question, answer, isNotable }) => (
              <div key={question}>
                <dt className="text-ink-muted text-sm">{question}</dt>
                <dd className={isNotable ? 'font-semibold' : undefined}>{answer}</dd>
              </div>
            ))}
            <div>
              <dt className="text-ink-muted text-sm">Date of birth</dt>
              <dd>
                {result.details.dateOfBirth === null
                  ? 'Not given'
                  : formatWallDate(result.details.dateOfBirth)}
              </dd>
            </div>
          </dl>
          <p className="mt-3 text-ink-muted text-sm">The studio keeps a note of who opened this, and when.</p>
        </div>
      )}
    </div>
  );
};

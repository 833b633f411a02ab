import { useEffect, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { getErrorMessage } from '../../lib/api-error.ts';
import { formatWallDate } from '../../lib/london-time.ts';
import { type HealthDetails as Details, openHealth } from './api/fetch-health.ts';
import { healthLines } from './health-answers.ts';

type Reading = { readonly details: Details } | { readonly error: unknown } | null;

interface HealthDetailsProps {
  readonly id: string;
  readonly classId: number;
  readonly bookingId: number;
}

/** What a member answered to the health questions. Asked for each time that it is opened, and kept no longer. */
export const HealthDetails = ({ id, classId, bookingId }: HealthDetailsProps) => {
  const [attempt, setAttempt] = useState(1);
  const [reading, setReading] = useState<Reading>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    let isGone = false;
    setReading(null);
    openHealth(classId, bookingId).then(
      (details) => isGone || setReading({ details }),
      (error: unknown) => isGone || setReading({ error }),
    );
    return () => {
      isGone = true;
    };
  }, [classId, bookingId, attempt]);

  return (
    <div id={id} aria-busy={reading === null}>
      {reading === null && <Skeleton className="h-32" />}
      {reading !== null && 'error' in reading && (
        <Notice tone="error" title="Failed to fetch health details">
          <p>{getErrorMessage(reading.error, 'Please try again.')}</p>
          <Button variant="quiet" size="sm" className="-ml-4" onClick={() => setAttempt(attempt + 1)}>
            Try again
          </Button>
        </Notice>
      )}
      {reading !== null && 'details' in reading && (
        <div className="rounded-card border border-sand bg-paper px-4 py-3.5">
          <dl className="grid gap-x-6 gap-y-2.5 md:grid-cols-2">
            {healthLines(reading.details).map(({ question, answer, isNotable }) => (
              <div key={question}>
                <dt className="text-ink-muted text-sm">{question}</dt>
                <dd className={isNotable ? 'font-semibold' : undefined}>{answer}</dd>
              </div>
            ))}
            <div>
              <dt className="text-ink-muted text-sm">Date of birth</dt>
              <dd>
                {reading.details.dateOfBirth === null
                  ? 'Not given'
                  : formatWallDate(reading.details.dateOfBirth)}
              </dd>
            </div>
          </dl>
          <p className="mt-3 text-ink-muted text-sm">The studio keeps a note of who opened this, and when.</p>
        </div>
      )}
    </div>
  );
};

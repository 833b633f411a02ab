import { type ReactNode, useCallback } from 'react';
import type { AuditEventAnswer } from '#services/contract/audit.ts';
import { LoadFailure } from '#web/components/staff/load-failure.tsx';
import { Panel } from '#web/components/staff/panel.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { ApiError } from '#web/lib/api-error.ts';
import type { ChangeGroup } from './comparison.ts';
import { ComparisonPanel } from './comparison-panel.tsx';
import { EventTable } from './event-table.tsx';
import { instantOf, type Moment, momentOf, stopOf } from './moment.ts';
import { TimeSlider } from './time-slider.tsx';
import { useHistory } from './use-history.ts';
import { useDeskAddress } from './use-history-address.ts';

interface History<Event extends AuditEventAnswer> {
  readonly asOf: string;
  readonly events: readonly Event[];
}

type HistoryDeskProps<Event extends AuditEventAnswer, Answer extends History<Event>> = {
  /** The API's, of the history as of now. */
  path: string;
  /** `kind/id` of what it is the history of. */
  self: string;
  /** Its title and what can be done with it; `instant` is that of the moment in view, null of now. */
  head: (shown: Answer, instant: string | null) => ReactNode;
  /** How it stood. */
  standing: (shown: Answer) => ReactNode;
  changes: (from: Answer, to: Answer) => readonly ChangeGroup[];
  after: { readonly header: string; readonly of: (event: Event) => ReactNode };
};

/** A history that can be gone through: how it stood at a moment, what changed between two, and every event of it. */
export function HistoryDesk<Event extends AuditEventAnswer, Answer extends History<Event>>({
  path,
  self,
  head,
  standing,
  changes,
  after,
}: HistoryDeskProps<Event, Answer>) {
  const address = useDeskAddress();
  const { moment, from, isComparing, addressAt } = address;
  const whole = useHistory<Answer>(path, null);
  const shown = useHistory<Answer>(path, moment);
  const earlier = useHistory<Answer>(path, isComparing ? from : undefined);
  const { see, compareFrom } = address;
  const error = whole.error ?? shown.error ?? (isComparing ? earlier.error : undefined);
  const positionAddress = useCallback(
    (position: string) => addressAt({ kind: 'event', position }),
    [addressAt],
  );
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return <Notice title="There is nothing to show">{error.message}</Notice>;
  if (error)
    return (
      <LoadFailure
        what="history"
        error={error}
        retry={() => [whole, shown, earlier].map((each) => each.retry())}
      />
    );
  if (whole.data === undefined || shown.data === undefined)
    return (
      <div aria-busy="true">
        <Skeleton className="h-96" />
      </div>
    );
  const { events } = whole.data;
  const stop = stopOf(events, moment);
  const [first, last] = [stopOf(events, from), stop].toSorted((a, b) => a - b);
  const between = events.slice(first, last);
  const isBackwards = isComparing && stopOf(events, from) > stop;
  const [before, later] = isBackwards ? [shown.data, earlier.data] : [earlier.data, shown.data];
  const table = (caption: string, some: readonly Event[], shownCount: number, empty: string) => (
    <EventTable
      caption={caption}
      events={some}
      stop={shownCount}
      after={after}
      addressOf={positionAddress}
      self={self}
      empty={empty}
    />
  );
  const start = (): Moment | null => momentOf(events, 0);
  return (
    <div className="flex flex-col gap-8">
      {head(shown.data, instantOf(events, moment))}
      <Card as="section" aria-label="Moment in view" className="flex flex-col gap-4">
        {isComparing && (
          <TimeSlider
            label="From"
            events={events}
            moment={from}
            now={whole.data.asOf}
            onMoment={compareFrom}
          />
        )}
        <TimeSlider
          label={isComparing ? 'To' : 'As of'}
          events={events}
          moment={moment}
          now={whole.data.asOf}
          onMoment={see}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-sand border-t pt-3">
          <p className="text-ink-muted text-sm">
            Each step is one event. Times are London’s. The address of this page holds what you see.
          </p>
          <Button
            variant="secondary"
            size="sm"
            onClick={() => (isComparing ? address.stopComparing() : compareFrom(start()))}
          >
            {isComparing ? 'Stop comparing' : 'Compare two moments'}
          </Button>
        </div>
      </Card>
      {isComparing && before !== undefined && later !== undefined && (
        <ComparisonPanel groups={changes(before, later)} between={between.length}>
          {table('Events between', between, between.length, '')}
        </ComparisonPanel>
      )}
      <div aria-live="polite" aria-busy={shown.isLoading} className="flex flex-col gap-8">
        {standing(shown.data)}
      </div>
      <Panel
        title="Event by event"
        intro="In the order of the log. Choose a time to see how it stood just after."
      >
        {table('Event by event', events, stop, 'Nothing has happened yet.')}
      </Panel>
    </div>
  );
}

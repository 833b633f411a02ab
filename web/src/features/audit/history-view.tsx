import type { ReactNode } from 'react';
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
import { EventTable, type StateColumn } from './event-table.tsx';
import { countEventsUpTo, getInstant, getMomentAfter } from './moment.ts';
import { TimeSlider } from './time-slider.tsx';
import { useHistory } from './use-history.ts';
import { useHistoryAddress } from './use-history-address.ts';

interface History<Event extends AuditEventAnswer> {
  readonly asOf: string;
  readonly events: readonly Event[];
}

type MomentCardProps = {
  history: History<AuditEventAnswer>;
  address: ReturnType<typeof useHistoryAddress>;
};

/** Chooses the moment in view, and on request the one to compare it with. */
function MomentCard({ history: { asOf, events }, address }: MomentCardProps) {
  const { moment, from, isComparing, showMoment, compareFrom, stopComparing } = address;
  const startComparing = () => compareFrom(getMomentAfter(events, 0));
  return (
    <Card as="section" aria-label="Moment in view" className="flex flex-col gap-4">
      {isComparing && (
        <TimeSlider label="From" events={events} moment={from} now={asOf} onMoment={compareFrom} />
      )}
      <TimeSlider
        label={isComparing ? 'To' : 'As of'}
        events={events}
        moment={moment}
        now={asOf}
        onMoment={showMoment}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-sand border-t pt-3">
        <p className="text-ink-muted text-sm">
          Each step is one event. Times are London’s. The address of this page holds what you see.
        </p>
        <Button variant="secondary" size="sm" onClick={isComparing ? stopComparing : startComparing}>
          {isComparing ? 'Stop comparing' : 'Compare two moments'}
        </Button>
      </div>
    </Card>
  );
}

type HistoryViewProps<Event extends AuditEventAnswer, Answer extends History<Event>> = {
  /** The path of the history in the API. */
  path: string;
  /** The subject as `kind/id`. */
  self: string;
  /** Renders the title; `instant` is that of the moment in view, null for now. */
  header: (answer: Answer, instant: string | null) => ReactNode;
  /** Renders the state at the moment in view. */
  state: (answer: Answer) => ReactNode;
  compare: (from: Answer, to: Answer) => readonly ChangeGroup[];
  stateColumn: StateColumn<Event>;
};

/** A history: its state at a moment, the changes between two moments, and all events. */
export function HistoryView<Event extends AuditEventAnswer, Answer extends History<Event>>({
  path,
  self,
  header,
  state,
  compare,
  stateColumn,
}: HistoryViewProps<Event, Answer>) {
  const address = useHistoryAddress();
  const { moment, from, isComparing, getAddressAt } = address;
  const whole = useHistory<Answer>(path, null);
  const shown = useHistory<Answer>(path, moment);
  const compared = useHistory<Answer>(path, isComparing ? from : undefined);
  const error = whole.error ?? shown.error ?? (isComparing ? compared.error : undefined);
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return <Notice title="There is nothing to show">{error.message}</Notice>;
  if (error) {
    const retry = () => [whole, shown, compared].map((each) => each.retry());
    return <LoadFailure what="history" error={error} retry={retry} />;
  }
  if (whole.data === undefined || shown.data === undefined)
    return (
      <div aria-busy="true">
        <Skeleton className="h-96" />
      </div>
    );
  const { events } = whole.data;
  const count = countEventsUpTo(events, moment);
  const comparedCount = countEventsUpTo(events, from);
  const between = events.slice(Math.min(count, comparedCount), Math.max(count, comparedCount));
  const [earlier, later] = comparedCount > count ? [shown.data, compared.data] : [compared.data, shown.data];
  const tableProps = { stateColumn, getAddressAt, self };
  return (
    <div className="flex flex-col gap-8">
      {header(shown.data, getInstant(events, moment))}
      <MomentCard history={whole.data} address={address} />
      {isComparing && earlier !== undefined && later !== undefined && (
        <ComparisonPanel groups={compare(earlier, later)} eventCount={between.length}>
          <EventTable
            caption="Events between"
            events={between}
            countInView={between.length}
            empty=""
            {...tableProps}
          />
        </ComparisonPanel>
      )}
      <div aria-live="polite" aria-busy={shown.isLoading} className="flex flex-col gap-8">
        {state(shown.data)}
      </div>
      <Panel
        title="Event by event"
        intro="In the order of the log. Choose a time to see how it stood just after."
      >
        <EventTable
          caption="Event by event"
          events={events}
          countInView={count}
          empty="Nothing has happened yet."
          {...tableProps}
        />
      </Panel>
    </div>
  );
}

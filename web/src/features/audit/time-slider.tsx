import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import type { AuditEventAnswer } from '#services/contract/audit.ts';
import { Button } from '#web/components/ui/button.tsx';
import { controlClasses } from '#web/components/ui/control-classes.ts';
import { cx } from '#web/components/ui/cx.ts';
import {
  formatInstant,
  formatInstantsIn,
  parseLondonWallTime,
  toLondonWallTime,
} from '#web/lib/london-time.ts';
import { useDraftValue } from '#web/lib/use-draft-value.ts';
import { countEventsUpTo, formatMoment, getInstant, getMomentAfter, type Moment } from './moment.ts';

/** The history is read once the slider has rested for this long. */
const debounceMs = 150;

type TimeSliderProps = {
  label: string;
  events: readonly AuditEventAnswer[];
  /** Null is now. */
  moment: Moment | null;
  /** When the history was read. */
  now: string;
  onMoment: (moment: Moment | null) => void;
};

/** Describes the moment after `count` events. */
function describeMoment(events: readonly AuditEventAnswer[], count: number, moment: Moment | null): string {
  const event = events[count - 1];
  const at = getInstant(events, moment);
  const when = at === null ? 'Now' : formatInstant(at);
  if (event === undefined) return `${when}, before the first event`;
  return `${when}, after event ${count} of ${events.length}: ${formatInstantsIn(event.summary)}`;
}

/** Chooses a moment by a slider over the events, by buttons or by a date and time. */
export function TimeSlider({ label, events, moment, now, onMoment }: TimeSliderProps) {
  const id = useId();
  const address = moment && formatMoment(moment);
  // The slider's value until the address has caught up with it.
  const [pending, setPending] = useState<{ readonly count: number; readonly isSent: boolean }>();
  useEffect(() => {
    if (pending === undefined || pending.isSent) return;
    const timer = setTimeout(() => {
      onMoment(getMomentAfter(events, pending.count));
      setPending({ ...pending, isSent: true });
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [pending, events, onMoment]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the address changes
  useEffect(() => setPending((before) => (before?.isSent ? undefined : before)), [address]);
  const count = pending?.count ?? countEventsUpTo(events, moment);
  const shown = pending === undefined ? moment : getMomentAfter(events, pending.count);
  const description = describeMoment(events, count, shown);
  const at = getInstant(events, shown);
  const { value: wallTime, setDraft, discardDraft } = useDraftValue(toLondonWallTime(at ?? now));
  const moveTo = (next: number) =>
    setPending({ count: Math.min(events.length, Math.max(0, next)), isSent: false });
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="sr-only">{label}</legend>
      <div className="flex items-start justify-between gap-3">
        <p className="min-h-[4.8em] pt-1 md:min-h-0">
          <span className="font-semibold">{label}: </span>
          {description}
        </p>
        <Button variant="quiet" size="sm" disabled={shown === null} onClick={() => onMoment(null)}>
          Now
        </Button>
      </div>
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2 md:flex-nowrap">
        <div className="flex min-w-0 grow basis-full items-center gap-1 md:basis-auto">
          <Button
            variant="secondary"
            className="size-11 shrink-0 px-0"
            aria-label={`${label}: one event back`}
            disabled={count === 0}
            onClick={() => moveTo(count - 1)}
          >
            <ChevronLeft aria-hidden="true" className="size-5" />
          </Button>
          <input
            type="range"
            aria-label={label}
            aria-valuetext={description}
            min={0}
            max={events.length}
            step={1}
            value={count}
            onChange={({ target }) => moveTo(Number(target.value))}
            className="mx-1.5 h-11 min-w-0 grow cursor-pointer rounded-sm accent-sea"
          />
          <Button
            variant="secondary"
            className="size-11 shrink-0 px-0"
            aria-label={`${label}: one event on`}
            disabled={count === events.length}
            onClick={() => moveTo(count + 1)}
          >
            <ChevronRight aria-hidden="true" className="size-5" />
          </Button>
        </div>
        <div className="w-full md:w-auto">
          <label htmlFor={id} className="sr-only">
            {label}: date and time in London
          </label>
          <input
            id={id}
            type="datetime-local"
            step={1}
            value={wallTime}
            onChange={({ target }) => {
              setDraft(target.value);
              const instant = parseLondonWallTime(target.value);
              if (instant !== null) onMoment({ kind: 'instant', at: instant });
            }}
            onBlur={discardDraft}
            className={cx(controlClasses, 'tabular min-h-11 min-w-0 appearance-none py-1.5 md:w-64')}
          />
        </div>
      </div>
    </fieldset>
  );
}

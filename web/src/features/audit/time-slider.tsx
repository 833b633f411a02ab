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
import { instantOf, type Moment, momentOf, stopOf, writeMoment } from './moment.ts';

/** While the slider moves on, nothing is asked for. */
const REST_MS = 150;

type TimeSliderProps = {
  /** 'As of', or which of two moments it is. */
  label: string;
  events: readonly AuditEventAnswer[];
  /** null is now. */
  moment: Moment | null;
  /** When the history was read, which is what now is here. */
  now: string;
  onMoment: (moment: Moment | null) => void;
};

/** Where the slider stands, in words. */
function wordsOf(events: readonly AuditEventAnswer[], stop: number, moment: Moment | null): string {
  const event = events[stop - 1];
  const at = instantOf(events, moment);
  const when = at === null ? 'Now' : formatInstant(at);
  if (event === undefined) return `${when}, before the first event`;
  return `${when}, after event ${stop} of ${events.length}: ${formatInstantsIn(event.summary)}`;
}

/** Goes through events one by one: by hand, by the arrow keys, by its buttons, or to a time that is typed. */
export function TimeSlider({ label, events, moment, now, onMoment }: TimeSliderProps) {
  const id = useId();
  const given = stopOf(events, moment);
  const address = moment && writeMoment(moment);
  // Where it is held, until the address says so as well.
  const [held, setHeld] = useState<{ readonly stop: number; readonly isSent: boolean }>();
  useEffect(() => {
    if (held === undefined || held.isSent) return;
    const timer = setTimeout(() => {
      onMoment(momentOf(events, held.stop));
      setHeld({ ...held, isSent: true });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [held, events, onMoment]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each new address
  useEffect(() => setHeld((before) => (before?.isSent ? undefined : before)), [address]);
  const stop = held?.stop ?? given;
  const shown = held === undefined ? moment : momentOf(events, held.stop);
  const words = wordsOf(events, stop, shown);
  const at = instantOf(events, shown);
  const wall = toLondonWallTime(at ?? now);
  const { value: inField, setDraft, discardDraft } = useDraftValue(wall);
  const go = (next: number) => setHeld({ stop: Math.min(events.length, Math.max(0, next)), isSent: false });
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="sr-only">{label}</legend>
      <div className="flex items-start justify-between gap-3">
        <p className="min-h-[4.8em] pt-1 md:min-h-0">
          <span className="font-semibold">{label}: </span>
          {words}
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
            disabled={stop === 0}
            onClick={() => go(stop - 1)}
          >
            <ChevronLeft aria-hidden="true" className="size-5" />
          </Button>
          <input
            type="range"
            aria-label={label}
            aria-valuetext={words}
            min={0}
            max={events.length}
            step={1}
            value={stop}
            onChange={({ target }) => go(Number(target.value))}
            className="mx-1.5 h-11 min-w-0 grow cursor-pointer rounded-sm accent-sea"
          />
          <Button
            variant="secondary"
            className="size-11 shrink-0 px-0"
            aria-label={`${label}: one event on`}
            disabled={stop === events.length}
            onClick={() => go(stop + 1)}
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
            value={inField}
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

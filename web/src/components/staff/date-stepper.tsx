import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef } from 'react';
import { isWallDate } from '#web/lib/london-time.ts';
import { useDraftValue } from '#web/lib/use-draft-value.ts';
import { Button } from '../ui/button.tsx';
import { DateInput } from '../ui/date-input.tsx';
import { Field } from '../ui/field.tsx';

type DateStepperProps = {
  /** The length of a step: 'day' or 'week'. */
  unit: string;
  /** The date field's label. */
  label: string;
  date: string;
  /** The target of the last button, such as 'Today'. */
  home: { readonly label: string; readonly date: string };
  onChoose: (date: string) => void;
  onStep: (direction: -1 | 1) => void;
};

/**
 * A date picker between two buttons that go one step back and forward, and a button to the current date. A date
 * picked from the calendar is replaced immediately by the one in force, such as the Monday of its week. A typed one
 * is replaced when the field is left, because a first digit is a date as well.
 */
export function DateStepper({ unit, label, date, home, onChoose, onStep }: DateStepperProps) {
  const { value, setDraft, discardDraft } = useDraftValue(date);
  const isTyping = useRef(false);
  const withoutDraft = (action: () => void) => () => {
    discardDraft();
    action();
  };
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Button
        variant="secondary"
        aria-label={`Previous ${unit}`}
        className="size-11 px-0! md:size-12"
        onClick={withoutDraft(() => onStep(-1))}
      >
        <ChevronLeft aria-hidden="true" className="size-5" />
      </Button>
      <Field label={<span className="sr-only">{label}</span>}>
        {(control) => (
          <DateInput
            {...control}
            className="min-w-0 px-2! md:w-44 md:px-3.5!"
            value={value}
            onKeyDown={() => {
              isTyping.current = true;
            }}
            onChange={({ target }) => {
              const isDate = isWallDate(target.value);
              if (isDate) onChoose(target.value);
              if (isDate && !isTyping.current) discardDraft();
              else setDraft(target.value);
            }}
            onBlur={() => {
              isTyping.current = false;
              discardDraft();
            }}
          />
        )}
      </Field>
      <Button
        variant="secondary"
        aria-label={`Next ${unit}`}
        className="size-11 px-0! md:size-12"
        onClick={withoutDraft(() => onStep(1))}
      >
        <ChevronRight aria-hidden="true" className="size-5" />
      </Button>
      <Button
        variant="quiet"
        size="sm"
        className="min-h-12!"
        disabled={date === home.date}
        onClick={withoutDraft(() => onChoose(home.date))}
      >
        {home.label}
      </Button>
    </div>
  );
}

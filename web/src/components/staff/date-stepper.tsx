import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useDraftValue } from '../../lib/use-draft-value.ts';
import { Button } from '../ui/button.tsx';
import { DateInput } from '../ui/date-input.tsx';
import { Field } from '../ui/field.tsx';

type DateStepperProps = {
  /** What one step is: 'day', 'week'. */
  unit: string;
  /** Names the date field. */
  label: string;
  date: string;
  /** Where the last button leads, such as 'Today'. */
  home: { readonly label: string; readonly date: string };
  onChoose: (date: string) => void;
  onStep: (direction: -1 | 1) => void;
};

/** A year is typed digit by digit: until it is one of this century it is no day to look at. */
const isWhole = (typed: string): boolean => /^20\d{2}-\d{2}-\d{2}$/.test(typed);

/** One step back, a date picker, one step on, and back home. */
export function DateStepper({ unit, label, date, home, onChoose, onStep }: DateStepperProps) {
  const { value, setDraft, discardDraft } = useDraftValue(date);
  const press = (act: () => void) => () => {
    discardDraft();
    act();
  };
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Button
        variant="secondary"
        aria-label={`Previous ${unit}`}
        className="size-11 px-0! md:size-12"
        onClick={press(() => onStep(-1))}
      >
        <ChevronLeft aria-hidden="true" className="size-5" />
      </Button>
      <Field label={<span className="sr-only">{label}</span>}>
        {(control) => (
          <DateInput
            {...control}
            className="min-w-0 px-2! md:w-44 md:px-3.5!"
            value={value}
            onChange={({ target }) => {
              setDraft(target.value);
              if (isWhole(target.value)) onChoose(target.value);
            }}
            onBlur={discardDraft}
          />
        )}
      </Field>
      <Button
        variant="secondary"
        aria-label={`Next ${unit}`}
        className="size-11 px-0! md:size-12"
        onClick={press(() => onStep(1))}
      >
        <ChevronRight aria-hidden="true" className="size-5" />
      </Button>
      <Button
        variant="quiet"
        size="sm"
        className="min-h-12!"
        disabled={date === home.date}
        onClick={press(() => onChoose(home.date))}
      >
        {home.label}
      </Button>
    </div>
  );
}

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { DateInput } from '../../components/ui/date-input.tsx';
import { Field } from '../../components/ui/field.tsx';

type DaySwitchProps = {
  date: string;
  today: string;
  onChoose: (date: string) => void;
  onStep: (days: number) => void;
};

/** A year is typed digit by digit: until it is one of this century it is no day to look at. */
const isWhole = (typed: string): boolean => /^20\d{2}-\d{2}-\d{2}$/.test(typed);

/** The day before, a date picker, the day after, and back to today. */
export function DaySwitch({ date, today, onChoose, onStep }: DaySwitchProps) {
  const [typed, setTyped] = useState(date);
  useEffect(() => setTyped(date), [date]);
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Button
        variant="secondary"
        aria-label="Previous day"
        className="size-11 px-0! md:size-12"
        onClick={() => onStep(-1)}
      >
        <ChevronLeft aria-hidden="true" className="size-5" />
      </Button>
      <Field label={<span className="sr-only">Date</span>}>
        {(control) => (
          <DateInput
            {...control}
            className="min-w-0 px-2! md:w-44 md:px-3.5!"
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              if (isWhole(target.value)) onChoose(target.value);
            }}
            onBlur={() => setTyped(date)}
          />
        )}
      </Field>
      <Button
        variant="secondary"
        aria-label="Next day"
        className="size-11 px-0! md:size-12"
        onClick={() => onStep(1)}
      >
        <ChevronRight aria-hidden="true" className="size-5" />
      </Button>
      <Button
        variant="quiet"
        size="sm"
        className="min-h-12!"
        disabled={date === today}
        onClick={() => onChoose(today)}
      >
        Today
      </Button>
    </div>
  );
}

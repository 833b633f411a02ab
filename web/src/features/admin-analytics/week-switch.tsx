import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { DateInput } from '../../components/ui/date-input.tsx';
import { Field } from '../../components/ui/field.tsx';
import { addWallDays } from '../../lib/dates.ts';

type WeekSwitchProps = { monday: string; thisWeek: string; onChoose: (day: string) => void };

/** A year is typed digit by digit: until it is one of this century it is no day to look at. */
const isWhole = (typed: string): boolean => /^20\d{2}-\d{2}-\d{2}$/.test(typed);

/** The week before, the first day of a week, the week after, and back to the present one. */
export function WeekSwitch({ monday, thisWeek, onChoose }: WeekSwitchProps) {
  const [typed, setTyped] = useState(monday);
  useEffect(() => setTyped(monday), [monday]);
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Button
        variant="secondary"
        aria-label="Previous week"
        className="size-12 px-0"
        onClick={() => onChoose(addWallDays(monday, -7))}
      >
        <ChevronLeft aria-hidden="true" className="size-5" />
      </Button>
      <Field label={<span className="sr-only">Week starting (Monday)</span>}>
        {(control) => (
          <DateInput
            {...control}
            className="w-44"
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              if (isWhole(target.value)) onChoose(target.value);
            }}
            onBlur={() => setTyped(monday)}
          />
        )}
      </Field>
      <Button
        variant="secondary"
        aria-label="Next week"
        className="size-12 px-0"
        onClick={() => onChoose(addWallDays(monday, 7))}
      >
        <ChevronRight aria-hidden="true" className="size-5" />
      </Button>
      <Button variant="quiet" disabled={monday === thisWeek} onClick={() => onChoose(thisWeek)}>
        This week
      </Button>
    </div>
  );
}

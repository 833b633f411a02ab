import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { addToMonth, monthNames } from '#web/lib/london-time.ts';

type MonthPickerProps = { month: string; thisMonth: string; onChoose: (month: string) => void };

const yearCount = 6;

/** Selects a month and a year, or steps by a month. Not every browser supports month inputs. */
export function MonthPicker({ month, thisMonth, onChoose }: MonthPickerProps) {
  const year = Number(month.slice(0, 4));
  const latest = Math.max(Number(thisMonth.slice(0, 4)), year);
  const years = Array.from({ length: yearCount }, (_, index) => latest - index);
  if (!years.includes(year)) years.push(year);
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Button
        variant="secondary"
        aria-label="Previous month"
        className="size-12 px-0"
        onClick={() => onChoose(addToMonth(month, -1))}
      >
        <ChevronLeft aria-hidden="true" className="size-5" />
      </Button>
      <Field label={<span className="sr-only">Month</span>}>
        {(control) => (
          <Select
            {...control}
            value={month.slice(5)}
            onChange={({ target }) => onChoose(`${month.slice(0, 4)}-${target.value}`)}
          >
            {monthNames.map((name, index) => (
              <option key={name} value={String(index + 1).padStart(2, '0')}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={<span className="sr-only">Year</span>}>
        {(control) => (
          <Select
            {...control}
            value={String(year)}
            onChange={({ target }) => onChoose(`${target.value}-${month.slice(5)}`)}
          >
            {years.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </Select>
        )}
      </Field>
      <Button
        variant="secondary"
        aria-label="Next month"
        className="size-12 px-0"
        onClick={() => onChoose(addToMonth(month, 1))}
      >
        <ChevronRight aria-hidden="true" className="size-5" />
      </Button>
    </div>
  );
}

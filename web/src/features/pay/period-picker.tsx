import { Button } from '#web/components/ui/button.tsx';
import { DateInput } from '#web/components/ui/date-input.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { isWallDate } from '#web/lib/london-time.ts';
import { useDraftValue } from '#web/lib/use-draft-value.ts';
import type { Period } from './use-pay.ts';

type DayFieldProps = {
  label: string;
  day: string;
  error?: string | undefined;
  onChoose: (day: string) => void;
};

/** A day; a typed one counts once it is whole. */
function DayField({ label, day, error, onChoose }: DayFieldProps) {
  const { value, setDraft, discardDraft } = useDraftValue(day);
  return (
    <Field label={label} error={error}>
      {(control) => (
        <DateInput
          {...control}
          className="min-w-0 md:w-44"
          value={value}
          onChange={({ target }) => {
            setDraft(target.value);
            if (isWallDate(target.value)) onChoose(target.value);
          }}
          onBlur={discardDraft}
        />
      )}
    </Field>
  );
}

type PeriodPickerProps = {
  period: Period;
  months: { readonly now: Period; readonly last: Period };
  onChoose: (period: Period) => void;
};

/** Chooses this month, the last one, or any days. */
export function PeriodPicker({ period, months, onChoose }: PeriodPickerProps) {
  const isChosen = ({ from, to }: Period) => from === period.from && to === period.to;
  return (
    <fieldset className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <legend className="sr-only">Period</legend>
      <div className="flex gap-2 md:mt-8">
        <Button
          variant={isChosen(months.now) ? 'primary' : 'secondary'}
          aria-pressed={isChosen(months.now)}
          onClick={() => onChoose(months.now)}
        >
          This month
        </Button>
        <Button
          variant={isChosen(months.last) ? 'primary' : 'secondary'}
          aria-pressed={isChosen(months.last)}
          onClick={() => onChoose(months.last)}
        >
          Last month
        </Button>
      </div>
      <div className="flex flex-wrap gap-3">
        <DayField label="From" day={period.from} onChoose={(from) => onChoose({ ...period, from })} />
        <DayField
          label="To"
          day={period.to}
          error={period.from > period.to ? 'Choose a day that is not before the first' : undefined}
          onChoose={(to) => onChoose({ ...period, to })}
        />
      </div>
    </fieldset>
  );
}

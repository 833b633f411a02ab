import { useId } from 'react';
import type { ImportAnswer } from '#services/contract/imports.ts';
import { Field } from '#web/components/ui/field.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { RadioCard } from '#web/components/ui/radio-card.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { formatWallDate } from '#web/lib/london-time.ts';
import type { DateOrder, ImportChoice } from './import-choice.ts';

type QuestionProps = {
  /** The one that has something to ask. */
  answer: ImportAnswer;
  choice: ImportChoice;
  onChange: (choice: ImportChoice) => void;
};

/** Asks what dates mean that can be read in two ways. */
export function DatesQuestion({ answer, choice, onChange }: QuestionProps) {
  const name = useId();
  const { ambiguous, examples } = answer.dates;
  const [example] = examples;
  if (example === undefined) return null;
  const { text, dayFirst, monthFirst, line, file } = example;
  const orders: readonly { order: DateOrder; day: string }[] = [
    { order: 'day-first', day: dayFirst },
    { order: 'month-first', day: monthFirst },
  ];
  return (
    <Notice tone="warning" title="What do the dates mean?">
      <fieldset className="mt-1 flex flex-col gap-3">
        <legend>
          {ambiguous === 1 ? 'One date' : `${ambiguous} dates`} can be read in two ways, such as {text} on
          line {line} of {file}.csv.
        </legend>
        <div className="grid gap-3 sm:grid-cols-2">
          {orders.map(({ order, day }) => (
            <RadioCard
              key={order}
              name={name}
              checked={choice.dateOrder === order}
              onChange={() => onChange({ ...choice, dateOrder: order })}
            >
              {text} is {formatWallDate(day)}
            </RadioCard>
          ))}
        </div>
      </fieldset>
    </Notice>
  );
}

/** Asks which of the studio's passes those are that it does not know by name. */
export function NamesQuestion({ answer, choice, onChange }: QuestionProps) {
  const names = choice.mapping.names ?? {};
  const asked = [...new Set([...answer.unknownNames, ...Object.keys(names)])].toSorted();
  if (asked.length === 0) return null;
  return (
    <Notice tone="info" title="Passes with another name here">
      <p>Lines with these are refused unless you say which pass of yours they are.</p>
      <div className="mt-3 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {asked.map((name) => (
          <Field key={name} label={name}>
            {(control) => (
              <Select
                {...control}
                value={names[name] ?? ''}
                onChange={({ target }) => {
                  const { [name]: _, ...others } = names;
                  const changed = target.value === '' ? others : { ...others, [name]: target.value };
                  onChange({ ...choice, mapping: { ...choice.mapping, names: changed } });
                }}
              >
                <option value="">Not brought over</option>
                {answer.knownNames.map((known) => (
                  <option key={known} value={known}>
                    {known}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ))}
      </div>
    </Notice>
  );
}

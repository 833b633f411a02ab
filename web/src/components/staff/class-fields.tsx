import { type ClassType, classTypes } from '#services/contract/values.ts';
import { getLevelName } from '#web/lib/class-level.ts';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import { type ClassDraft, listTimes, parseCapacity } from './class-draft.ts';
import { useInstructors } from './use-instructors.ts';

type ClassFieldsProps = {
  draft: ClassDraft;
  onChange: (draft: ClassDraft) => void;
  instructorError?: string | undefined;
  /** The name of an instructor who has left and is no longer listed. */
  instructorName?: string | undefined;
};

const isLevel = (value: string): value is ClassType => classTypes.some((level) => level === value);

/** The level, time, instructor and capacity of a class: four fields for the caller's grid. */
export function ClassFields({ draft, onChange, instructorError, instructorName }: ClassFieldsProps) {
  const instructors = useInstructors().data?.instructors ?? [];
  const { name, time, instructorId, maxCapacity } = draft;
  const set = (part: Partial<ClassDraft>) => onChange({ ...draft, ...part });
  const isListed = instructorId === null || instructors.some(({ id }) => id === instructorId);
  return (
    <>
      <Field label="Class type">
        {(control) => (
          <Select
            {...control}
            value={name}
            onChange={({ target }) => isLevel(target.value) && set({ name: target.value })}
          >
            {classTypes.map((level) => (
              <option key={level} value={level}>
                {getLevelName(level)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Time">
        {(control) => (
          <Select {...control} value={time} onChange={({ target }) => set({ time: target.value })}>
            {listTimes(time).map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Instructor" error={instructorError}>
        {(control) => (
          <Select
            {...control}
            value={instructorId === null ? '' : String(instructorId)}
            onChange={({ target }) =>
              set({ instructorId: target.value === '' ? null : Number(target.value) })
            }
          >
            <option value="">Choose an instructor</option>
            {!isListed && <option value={String(instructorId)}>{instructorName ?? 'Instructor'}</option>}
            {instructors.map((each) => (
              <option key={each.id} value={String(each.id)}>
                {each.name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Capacity">
        {(control) => (
          <Input
            {...control}
            type="number"
            inputMode="numeric"
            min={1}
            max={20}
            step={1}
            className="tabular"
            value={maxCapacity}
            onChange={({ target }) => set({ maxCapacity: target.value })}
            // Shows the capacity that will be saved.
            onBlur={() => set({ maxCapacity: String(parseCapacity(maxCapacity)) })}
          />
        )}
      </Field>
    </>
  );
}

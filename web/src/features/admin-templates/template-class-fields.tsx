import type { TemplateClass } from '../../../../services/contract/admin-templates.ts';
import { type ClassDraft, createClassDraft, parseCapacity } from '../../components/staff/class-draft.ts';
import { ClassFields } from '../../components/staff/class-fields.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Select } from '../../components/ui/select.tsx';
import { days } from './weekdays.ts';

/** A class of a template as it stands in the form. */
export interface TemplateClassDraft extends ClassDraft {
  readonly dayOfWeek: number;
}

/** Monday, beginner, 09:00. */
export const newTemplateClass = (dayOfWeek = 1): TemplateClassDraft => ({
  ...createClassDraft('09:00'),
  dayOfWeek,
});

export const draftOf = (one: TemplateClass): TemplateClassDraft => ({
  dayOfWeek: one.dayOfWeek,
  name: one.name,
  time: one.time,
  instructorId: one.instructorId,
  maxCapacity: String(one.maxCapacity),
});

/** What is sent of a draft; undefined while it has no instructor. */
export const bodyOf = ({ instructorId, maxCapacity, ...draft }: TemplateClassDraft) =>
  instructorId === null ? undefined : { ...draft, instructorId, maxCapacity: parseCapacity(maxCapacity) };

type TemplateClassFieldsProps = {
  draft: TemplateClassDraft;
  onChange: (draft: TemplateClassDraft) => void;
  instructorError?: string | undefined;
  instructorName?: string | undefined;
};

/** Day of the week and what every class has: five fields for the caller's grid. */
export function TemplateClassFields({ draft, onChange, ...rest }: TemplateClassFieldsProps) {
  const { dayOfWeek, ...classDraft } = draft;
  return (
    <>
      <Field label="Day of week">
        {(control) => (
          <Select
            {...control}
            value={dayOfWeek}
            onChange={({ target }) => onChange({ ...draft, dayOfWeek: Number(target.value) })}
          >
            {days.map((day) => (
              <option key={day.dayOfWeek} value={day.dayOfWeek}>
                {day.name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <ClassFields draft={classDraft} onChange={(changed) => onChange({ ...changed, dayOfWeek })} {...rest} />
    </>
  );
}

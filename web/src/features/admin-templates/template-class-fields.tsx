import type { TemplateClass } from '#services/contract/admin-templates.ts';
import { type ClassDraft, createClassDraft, parseCapacity } from '#web/components/staff/class-draft.ts';
import { ClassFields } from '#web/components/staff/class-fields.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { weekdays } from './weekdays.ts';

/** The fields of a template's class while they are edited. */
export interface TemplateClassDraft extends ClassDraft {
  readonly dayOfWeek: number;
}

export const createTemplateClassDraft = (): TemplateClassDraft => ({
  ...createClassDraft('09:00'),
  dayOfWeek: 1,
});

export const toDraft = ({
  dayOfWeek,
  name,
  time,
  instructorId,
  maxCapacity,
}: TemplateClass): TemplateClassDraft => ({
  dayOfWeek,
  name,
  time,
  instructorId,
  maxCapacity: String(maxCapacity),
});

/** The request body of a draft; undefined while it has no instructor. */
export const toRequestBody = ({ instructorId, maxCapacity, ...draft }: TemplateClassDraft) =>
  instructorId === null ? undefined : { ...draft, instructorId, maxCapacity: parseCapacity(maxCapacity) };

type TemplateClassFieldsProps = {
  draft: TemplateClassDraft;
  onChange: (draft: TemplateClassDraft) => void;
  instructorError?: string | undefined;
  instructorName?: string | undefined;
};

/** The weekday and the fields of a class: five fields for the caller's grid. */
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
            {weekdays.map((day) => (
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

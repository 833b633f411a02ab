import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { AdminClass } from '#services/contract/admin-schedule.ts';
import { listTimes } from '#web/components/staff/class-draft.ts';
import { EffectsDialog } from '#web/components/staff/effects-dialog.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { DateInput } from '#web/components/ui/date-input.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { isWallDate } from '#web/lib/london-time.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { formatClass } from './class-calls.ts';
import { ClassWarnings } from './class-warnings.tsx';
import { classesPath, pickSeenClass, refreshTimetable, useClassWarnings } from './use-timetable.ts';

type MoveDialogProps = {
  shown: AdminClass;
  /** Where it was dropped, or its own day. */
  date: string;
  onClose: () => void;
};

/** Moves a class to another day or time, once the effects are confirmed. */
export function MoveDialog({ shown, date: target, onClose }: MoveDialogProps) {
  const { mutate } = useSWRConfig();
  // Live updates change `shown` under the dialog.
  const [seen] = useState(() => pickSeenClass(shown));
  const [date, setDate] = useState(target);
  const [time, setTime] = useState(shown.time);
  const isMoved = isWallDate(date) && (date !== seen.date || time !== seen.time);
  useUnsavedChanges(isMoved);
  const { id, name, instructorId, maxCapacity, duration } = shown;
  const { warnings } = useClassWarnings({ name, time, instructorId }, date, { id, duration });
  const body = { name, date, time, instructorId, maxCapacity, duration };
  return (
    <EffectsDialog
      title={`Move ${formatClass(shown)}?`}
      call={isMoved ? { path: `${classesPath}/${id}`, method: 'PUT', body } : null}
      seen={seen}
      confirmLabel="Move class"
      isDanger={false}
      onSuccess={() => {
        toast(staffMessages.updated('class'));
        return refreshTimetable(mutate);
      }}
      onFailure={() => toast(staffMessages.updateFailed('class'))}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Date">
          {(control) => (
            <DateInput {...control} value={date} onChange={(event) => setDate(event.target.value)} />
          )}
        </Field>
        <Field label="Time">
          {(control) => (
            <Select {...control} value={time} onChange={(event) => setTime(event.target.value)}>
              {listTimes(shown.time).map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      {isMoved && <ClassWarnings warnings={warnings} />}
    </EffectsDialog>
  );
}

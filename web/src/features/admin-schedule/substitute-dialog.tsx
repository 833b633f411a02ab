import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { AdminClass } from '#services/contract/admin-schedule.ts';
import { EffectsDialog } from '#web/components/staff/effects-dialog.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { useInstructors } from '#web/components/staff/use-instructors.ts';
import { Field } from '#web/components/ui/field.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { formatShortWallDay } from '#web/lib/london-time.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { ClassWarnings } from './class-warnings.tsx';
import { SubstituteSelect } from './substitute-select.tsx';
import {
  classesPath,
  pickSeenClass,
  refreshTimetable,
  useClassWarnings,
  useDayClasses,
} from './use-timetable.ts';

type SubstituteDialogProps = { shown: AdminClass; onClose: () => void };

/** Gives a class to another instructor and changes nothing else. */
export function SubstituteDialog({ shown, onClose }: SubstituteDialogProps) {
  const { mutate } = useSWRConfig();
  const { data } = useInstructors();
  const isAlone = data?.instructors.every(({ id }) => id === shown.instructorId) ?? false;
  const timetable = useDayClasses(shown.date).data?.classes ?? [];
  const [instructorId, setInstructorId] = useState<number | null>(null);
  useUnsavedChanges(instructorId !== null);
  const { warnings } = useClassWarnings({ ...shown, instructorId }, shown.date, shown);
  const path = `${classesPath}/${shown.id}/instructor`;

  return (
    <EffectsDialog
      title={`Who takes ${shown.time} on ${formatShortWallDay(shown.date)}?`}
      call={instructorId === null ? null : { path, method: 'PATCH', body: { instructorId } }}
      seen={pickSeenClass(shown)}
      confirmLabel="Substitute"
      isDanger={false}
      onSuccess={() => {
        toast(staffMessages.updated('class'));
        return refreshTimetable(mutate);
      }}
      onFailure={() => toast(staffMessages.updateFailed('class'))}
      onClose={onClose}
    >
      {isAlone ? (
        <Notice>There is nobody else to take it. Add an instructor first.</Notice>
      ) : (
        <Field label="Substitute instructor" hint={`Instead of ${shown.instructorName}`}>
          {(control) => (
            <SubstituteSelect
              {...control}
              classes={[shown]}
              timetable={timetable}
              value={instructorId ?? ''}
              onChange={({ target }) => setInstructorId(Number(target.value) || null)}
            />
          )}
        </Field>
      )}
      <ClassWarnings warnings={warnings} />
    </EffectsDialog>
  );
}

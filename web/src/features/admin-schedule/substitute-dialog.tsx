import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { AdminClass } from '../../../../services/contract/admin-schedule.ts';
import { EffectsDialog } from '../../components/staff/effects-dialog.tsx';
import { staffMessages } from '../../components/staff/staff-messages.ts';
import { useInstructors } from '../../components/staff/use-instructors.ts';
import { Field } from '../../components/ui/field.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { Select } from '../../components/ui/select.tsx';
import { toast } from '../../components/ui/toast.ts';
import { request } from '../../lib/http.ts';
import { formatShortWallDay } from '../../lib/london-time.ts';
import { ClassWarnings } from './class-warnings.tsx';
import { classesPath, refreshTimetable, useClassWarnings } from './use-timetable.ts';

type SubstituteDialogProps = {
  shown: AdminClass;
  onClose: () => void;
};

/** Someone else takes the class, and nothing else of it changes. */
export function SubstituteDialog({ shown, onClose }: SubstituteDialogProps) {
  const { mutate } = useSWRConfig();
  const others = (useInstructors().instructors ?? []).filter(({ id }) => id !== shown.instructorId);
  const [chosen, setChosen] = useState<number | null>(null);
  const instructorId = chosen ?? others[0]?.id ?? null;
  const { warnings } = useClassWarnings({ ...shown, instructorId }, shown.date, shown.id);
  const path = `${classesPath}/${shown.id}/instructor`;

  const substitute = async (): Promise<boolean> => {
    try {
      await request(path, { method: 'PATCH', body: { instructorId } });
      toast(staffMessages.updated('class'));
      await refreshTimetable(mutate);
      return true;
    } catch (cause) {
      toast(staffMessages.updateFailed('class', cause));
      return false;
    }
  };

  return (
    <EffectsDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Who takes ${shown.time} on ${formatShortWallDay(shown.date)}?`}
      call={{ path, method: 'PATCH', body: { instructorId: instructorId ?? shown.instructorId } }}
      confirmLabel="Substitute"
      isDanger={false}
      onConfirm={substitute}
    >
      {others.length === 0 ? (
        <Notice>There is nobody else to take it. Add an instructor first.</Notice>
      ) : (
        <Field label="Substitute instructor" hint={`Instead of ${shown.instructorName}`}>
          {(control) => (
            <Select
              {...control}
              value={String(instructorId)}
              onChange={({ target }) => setChosen(Number(target.value))}
            >
              {others.map(({ id, name }) => (
                <option key={id} value={String(id)}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <ClassWarnings warnings={warnings} />
    </EffectsDialog>
  );
}

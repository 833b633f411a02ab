import { type FormEvent, useId, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { AdminClass } from '../../../../services/contract/admin-schedule.ts';
import { type ClassDraft, parseCapacity } from '../../components/staff/class-draft.ts';
import { ClassFields } from '../../components/staff/class-fields.tsx';
import { EffectsDialog } from '../../components/staff/effects-dialog.tsx';
import { staffMessages } from '../../components/staff/staff-messages.ts';
import { Button } from '../../components/ui/button.tsx';
import { DateInput } from '../../components/ui/date-input.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { Field } from '../../components/ui/field.tsx';
import { toast } from '../../components/ui/toast.ts';
import { request } from '../../lib/http.ts';
import { formatShortWallDay } from '../../lib/london-time.ts';
import { ClassWarnings } from './class-warnings.tsx';
import { classesPath, refreshTimetable, useClassWarnings } from './use-timetable.ts';

type EditClassDialogProps = {
  shown: AdminClass;
  onClose: () => void;
};

/** Changes a class. When members are booked or wait, it says what that means for them before it is done. */
export function EditClassDialog({ shown, onClose }: EditClassDialogProps) {
  const formId = useId();
  const { mutate } = useSWRConfig();
  const [draft, setDraft] = useState<ClassDraft>(() => ({
    name: shown.name,
    time: shown.time,
    instructorId: shown.instructorId,
    maxCapacity: String(shown.maxCapacity),
  }));
  const [date, setDate] = useState(shown.date);
  const [isConfirming, setIsConfirming] = useState(false);
  const [busy, setBusy] = useState(false);
  const { warnings, isAsking } = useClassWarnings(draft, date, shown.id);
  const { name, time, instructorId } = draft;
  const path = `${classesPath}/${shown.id}`;
  const body = { name, date, time, instructorId, maxCapacity: parseCapacity(draft.maxCapacity) };

  const save = async (): Promise<boolean> => {
    setBusy(true);
    try {
      await request(path, { method: 'PUT', body });
      toast(staffMessages.updated('class'));
      await refreshTimetable(mutate);
      onClose();
      return true;
    } catch (cause) {
      toast(staffMessages.updateFailed('class', cause));
      setIsConfirming(false);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (instructorId === null || date === '') return;
    if (shown.bookedCount > 0 || shown.waitlistCount > 0) setIsConfirming(true);
    else void save();
  };

  const title = `${shown.time} on ${formatShortWallDay(shown.date)}`;
  if (isConfirming) {
    return (
      <EffectsDialog
        open
        onOpenChange={(open) => open || setIsConfirming(false)}
        title={`Change ${title}?`}
        call={{ path, method: 'PUT', body }}
        confirmLabel="Save changes"
        isDanger={false}
        onConfirm={save}
      >
        <ClassWarnings warnings={warnings} />
      </EffectsDialog>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Edit ${title}`}
      size="lg"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Go back
          </Button>
          <Button type="submit" form={formId} busy={busy || isAsking}>
            {busy ? 'Saving...' : 'Save changes'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4 py-1">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Date" error={date === '' ? 'Please choose a date' : undefined}>
            {(control) => (
              <DateInput {...control} value={date} onChange={({ target }) => setDate(target.value)} />
            )}
          </Field>
          <ClassFields
            draft={draft}
            onChange={setDraft}
            instructorName={shown.instructorName}
            instructorError={instructorId === null ? 'Please select an instructor' : undefined}
          />
        </div>
        <ClassWarnings warnings={warnings} />
      </form>
    </Dialog>
  );
}

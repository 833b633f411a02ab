import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { AdminClass } from '#services/contract/admin-schedule.ts';
import { classMinutes } from '#services/contract/values.ts';
import {
  type ClassDraft,
  isSameDraft,
  parseCapacity,
  parseLength,
} from '#web/components/staff/class-draft.ts';
import { ClassFields } from '#web/components/staff/class-fields.tsx';
import { EffectsDialog } from '#web/components/staff/effects-dialog.tsx';
import { FormDialog } from '#web/components/staff/form-dialog.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { useSeenEdit } from '#web/components/staff/use-seen-edit.tsx';
import { DateInput } from '#web/components/ui/date-input.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { formatShortWallDay } from '#web/lib/london-time.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { ClassWarnings } from './class-warnings.tsx';
import { classesPath, pickSeenClass, refreshTimetable, useClassWarnings } from './use-timetable.ts';

const toClassDraft = ({ name, time, instructorId, maxCapacity }: AdminClass): ClassDraft => ({
  name,
  time,
  instructorId,
  maxCapacity: String(maxCapacity),
});

type EditClassDialogProps = { shown: AdminClass; onClose: () => void };

/** Changes a class. If members are booked or on the waitlist, the effects are listed and confirmed first. */
export function EditClassDialog({ shown, onClose }: EditClassDialogProps) {
  const { mutate } = useSWRConfig();
  // Live updates change `shown` under the form, whose fields stay as they were.
  const [seen] = useState(() => pickSeenClass(shown));
  const { send, question } = useSeenEdit();
  const [draft, setDraft] = useState(() => toClassDraft(shown));
  const [initialDraft] = useState(draft);
  const [date, setDate] = useState(shown.date);
  const [length, setLength] = useState(String(shown.duration));
  const [isConfirming, setIsConfirming] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isUnsaved =
    date !== shown.date || length !== String(shown.duration) || !isSameDraft(draft, initialDraft);
  // Also while the effects are confirmed.
  useUnsavedChanges(isUnsaved);
  const duration = parseLength(length);
  const { warnings, isLoading } = useClassWarnings(draft, date, { id: shown.id, duration });
  const { name, time, instructorId } = draft;
  const path = `${classesPath}/${shown.id}`;
  const body = { name, date, time, instructorId, maxCapacity: parseCapacity(draft.maxCapacity), duration };

  const onSaved = async () => {
    toast(staffMessages.updated('class'));
    await refreshTimetable(mutate);
    onClose();
  };
  const onFailed = (cause: unknown) => {
    toast(staffMessages.updateFailed('class'));
    setFailure(cause);
    setIsConfirming(false);
  };
  const submit = async () => {
    if (instructorId === null || date === '' || duration === null) return;
    setFailure(null);
    if (shown.bookedCount > 0 || shown.waitlistCount > 0) {
      setIsConfirming(true);
      return;
    }
    setBusy(true);
    await send({ path, method: 'PUT', body }, seen, onClose)
      .then((answer) => (answer === null ? undefined : onSaved()))
      .catch(onFailed);
    setBusy(false);
  };

  const title = `${shown.time} on ${formatShortWallDay(shown.date)}`;
  if (isConfirming) {
    return (
      <EffectsDialog
        title={`Change ${title}?`}
        call={{ path, method: 'PUT', body }}
        seen={seen}
        onTakeTheirs={onClose}
        confirmLabel="Save changes"
        isDanger={false}
        onSuccess={onSaved}
        onFailure={onFailed}
        onClose={() => setIsConfirming(false)}
      >
        <ClassWarnings warnings={warnings} />
      </EffectsDialog>
    );
  }
  return (
    <FormDialog
      title={`Edit ${title}`}
      size="lg"
      busy={busy || isLoading}
      isUnsaved={isUnsaved}
      busyLabel={busy ? 'Saving...' : 'Save changes'}
      failure={failure}
      className="flex flex-col gap-4 py-1"
      onSubmit={submit}
      onClose={onClose}
    >
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
        <Field
          label="Length in minutes"
          error={
            duration === null
              ? `A class takes ${classMinutes.least} to ${classMinutes.most} minutes`
              : undefined
          }
        >
          {(control) => (
            <Input
              {...control}
              type="number"
              inputMode="numeric"
              min={classMinutes.least}
              max={classMinutes.most}
              step={1}
              className="tabular"
              value={length}
              onChange={({ target }) => setLength(target.value)}
            />
          )}
        </Field>
      </div>
      <ClassWarnings warnings={warnings} />
      {question}
    </FormDialog>
  );
}

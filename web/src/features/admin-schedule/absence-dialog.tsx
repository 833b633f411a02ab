import { useState } from 'react';
import type { AdminClass } from '#services/contract/admin-schedule.ts';
import { FormDialog } from '#web/components/staff/form-dialog.tsx';
import { useInstructors } from '#web/components/staff/use-instructors.ts';
import { DateInput } from '#web/components/ui/date-input.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { addWallDays, isWallDate, toLondonDate } from '#web/lib/london-time.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { formatClass, toCancellation, toSubstitution } from './class-calls.ts';
import { type ClassCall, SeveralEffectsDialog } from './several-effects-dialog.tsx';
import { SubstituteSelect } from './substitute-select.tsx';
import { useAbsence } from './use-absence.ts';

const longestDays = 31;
const cancel = 'cancel';

/** What is to happen with each class: a substitute's id, or that it is cancelled. Left out for a class that stays as it is. */
type Plan = Readonly<Record<number, string>>;

const toCalls = (classes: readonly AdminClass[], plan: Plan): ClassCall[] =>
  classes.flatMap((shown) => {
    const choice = plan[shown.id] ?? '';
    if (choice === '') return [];
    return [choice === cancel ? toCancellation(shown) : toSubstitution(shown, Number(choice))];
  });

type AbsenceDialogProps = { onClose: () => void };

/** Finds substitutes for the classes of an instructor who is absent for some days, class by class. */
export function AbsenceDialog({ onClose }: AbsenceDialogProps) {
  const today = toLondonDate(useStudioNow());
  const [instructorId, setInstructorId] = useState<number | null>(null);
  // A day that is not chosen follows today, which the first answer of the server may correct.
  const [chosen, setChosen] = useState<{ readonly from?: string; readonly to?: string }>({});
  const { from = today, to = today } = chosen;
  const [plan, setPlan] = useState<Plan>({});
  const [isConfirming, setIsConfirming] = useState(false);
  const instructors = useInstructors().data?.instructors ?? [];
  const isSpan = isWallDate(from) && isWallDate(to) && from <= to && to < addWallDays(from, longestDays);
  const { own, timetable, isLoading } = useAbsence(isSpan ? { from, to } : null, instructorId);
  const calls = toCalls(own, plan);
  const name = instructors.find(({ id }) => id === instructorId)?.name ?? 'the instructor';

  if (isConfirming)
    return (
      <SeveralEffectsDialog
        title={`Change the classes of ${name}?`}
        calls={calls}
        confirmLabel="Change the classes"
        isDanger={Object.values(plan).includes(cancel)}
        onChanged={() => setPlan({})}
        onClose={() => setIsConfirming(false)}
      />
    );
  return (
    <FormDialog
      title="Who is ill?"
      size="lg"
      submitLabel="Show what happens"
      busy={false}
      disabled={calls.length === 0}
      isUnsaved={calls.length > 0}
      className="flex flex-col gap-4"
      onSubmit={() => setIsConfirming(true)}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Instructor">
          {(control) => (
            <Select
              {...control}
              value={instructorId ?? ''}
              onChange={({ target }) => {
                setInstructorId(Number(target.value) || null);
                setPlan({});
              }}
            >
              <option value="">Choose an instructor</option>
              {instructors.map((each) => (
                <option key={each.id} value={String(each.id)}>
                  {each.name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="From">
          {(control) => (
            <DateInput
              {...control}
              value={from}
              onChange={({ target }) => setChosen({ ...chosen, from: target.value })}
            />
          )}
        </Field>
        <Field
          label="To"
          error={
            isSpan ? undefined : `Choose a last day that is not before the first, within ${longestDays} days`
          }
        >
          {(control) => (
            <DateInput
              {...control}
              value={to}
              onChange={({ target }) => setChosen({ ...chosen, to: target.value })}
            />
          )}
        </Field>
      </div>
      {isLoading && <Skeleton className="h-24" />}
      {instructorId !== null && isSpan && !isLoading && own.length === 0 && (
        <p className="text-ink-muted">{name} teaches no classes ahead on these days.</p>
      )}
      {own.map((shown) => (
        <Field key={shown.id} label={`${formatClass(shown)}, ${shown.bookedCount} booked`}>
          {(control) => (
            <SubstituteSelect
              {...control}
              classes={[shown]}
              timetable={timetable}
              value={plan[shown.id] ?? ''}
              onChange={({ target }) => setPlan({ ...plan, [shown.id]: target.value })}
            >
              <option value={cancel}>Cancel the class</option>
            </SubstituteSelect>
          )}
        </Field>
      ))}
    </FormDialog>
  );
}

import { useState } from 'react';
import type { AdminClass } from '#services/contract/admin-schedule.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { formatCount } from '#web/lib/numbers.ts';
import { toCancellation, toMarking, toSubstitution } from './class-calls.ts';
import { SeveralEffectsDialog } from './several-effects-dialog.tsx';
import { SubstituteSelect } from './substitute-select.tsx';

type ChosenClassesProps = {
  chosen: readonly AdminClass[];
  timetable: readonly AdminClass[];
  onChanged: (classIds: readonly number[]) => void;
  onClear: () => void;
};

/** What can be done with the chosen classes at once. Stays in view at the end of the page. */
export function ChosenClasses({ chosen, timetable, onChanged, onClear }: ChosenClassesProps) {
  const [action, setAction] = useState<'substitute' | 'mark' | 'cancel' | null>(null);
  const [instructorId, setInstructorId] = useState<number | null>(null);
  const count = formatCount(chosen.length, 'class', 'classes');
  const unmarked = chosen.filter(({ isMarkedFull }) => !isMarkedFull);
  const dialog = {
    onChanged,
    onClose: () => {
      setAction(null);
      setInstructorId(null);
    },
  };
  return (
    <section
      aria-label="Chosen classes"
      className="sticky bottom-3 z-10 flex flex-wrap items-center gap-x-2 gap-y-1 rounded-card border border-sand bg-surface px-4 py-2.5 shadow-float"
    >
      <p role="status" className="tabular mr-2 font-semibold">
        {count} chosen
      </p>
      <Button variant="secondary" size="sm" onClick={() => setAction('substitute')}>
        Substitute
      </Button>
      <Button
        variant="secondary"
        size="sm"
        disabled={unmarked.length === 0}
        onClick={() => setAction('mark')}
      >
        Mark full
      </Button>
      <Button variant="secondary" size="sm" onClick={() => setAction('cancel')}>
        Cancel classes
      </Button>
      <Button variant="quiet" size="sm" onClick={onClear}>
        Choose none
      </Button>
      {action === 'substitute' && (
        <SeveralEffectsDialog
          {...dialog}
          title={`Who takes ${count}?`}
          calls={instructorId === null ? [] : chosen.map((shown) => toSubstitution(shown, instructorId))}
          confirmLabel="Substitute"
        >
          <Field label="Substitute instructor">
            {(control) => (
              <SubstituteSelect
                {...control}
                classes={chosen}
                timetable={timetable}
                value={instructorId ?? ''}
                onChange={({ target }) => setInstructorId(Number(target.value) || null)}
              />
            )}
          </Field>
        </SeveralEffectsDialog>
      )}
      {action === 'mark' && (
        <SeveralEffectsDialog
          {...dialog}
          title={`Mark ${formatCount(unmarked.length, 'class', 'classes')} full?`}
          calls={unmarked.map(toMarking)}
          confirmLabel="Mark full"
        />
      )}
      {action === 'cancel' && (
        <SeveralEffectsDialog
          {...dialog}
          title={`Cancel ${count}?`}
          calls={chosen.map(toCancellation)}
          confirmLabel={`Cancel ${count}`}
          isDanger
        />
      )}
    </section>
  );
}

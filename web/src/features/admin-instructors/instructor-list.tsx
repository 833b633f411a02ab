import { type FormEvent, useMemo, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { Instructor } from '#services/contract/schedule.ts';
import { DeleteDialog } from '#web/components/staff/delete-dialog.tsx';
import { EditDeleteButtons } from '#web/components/staff/edit-delete-buttons.tsx';
import { FailureReason } from '#web/components/staff/failure-reason.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { instructorsPath } from '#web/components/staff/use-instructors.ts';
import { pickSeen, useSeenEdit } from '#web/components/staff/use-seen-edit.tsx';
import { useSubmission } from '#web/components/staff/use-submission.ts';
import type { Column } from '#web/components/table/column.ts';
import { DataTable } from '#web/components/table/data-table.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { BlockingClasses } from './blocking-classes.tsx';

type Draft = Instructor | null;

const instructorFields = ['name', 'prenatalSuitable'] as const;

const formatSuitability = ({ prenatalSuitable }: Instructor): string => (prenatalSuitable ? 'Yes' : 'No');

/** The columns; the row of the draft has input controls. */
const createColumns = (draft: Draft, setDraft: (draft: Draft) => void): readonly Column<Instructor>[] => [
  {
    id: 'name',
    header: 'Name',
    value: ({ name }) => name,
    cell: (row) =>
      draft?.id === row.id ? (
        <Input
          aria-label={`Name of ${row.name}`}
          aria-invalid={draft.name.trim() === '' ? true : undefined}
          autoFocus
          autoComplete="off"
          maxLength={120}
          className="max-w-sm text-left"
          value={draft.name}
          onChange={({ target }) => setDraft({ ...draft, name: target.value })}
          onKeyDown={({ key }) => key === 'Escape' && setDraft(null)}
        />
      ) : (
        <span className="font-medium">{row.name}</span>
      ),
  },
  {
    id: 'prenatal',
    header: 'Pre & post natal',
    value: formatSuitability,
    cell: (row) =>
      draft?.id === row.id ? (
        <Checkbox
          label="Suitable"
          checked={draft.prenatalSuitable}
          onCheckedChange={(prenatalSuitable) => setDraft({ ...draft, prenatalSuitable })}
          className="text-left"
        />
      ) : (
        <Badge tone={row.prenatalSuitable ? 'kelp' : 'neutral'}>{formatSuitability(row)}</Badge>
      ),
  },
];

/** The instructors as a table whose rows are edited in place. */
export function InstructorList({ instructors }: { instructors: readonly Instructor[] }) {
  const { mutate } = useSWRConfig();
  const [draft, setDraft] = useState<Draft>(null);
  const [editing, setEditing] = useState<Draft>(null);
  const { send, question } = useSeenEdit();
  const [deleting, setDeleting] = useState<Instructor | null>(null);
  const { busy, failure, run } = useSubmission(() => staffMessages.updateFailed('instructor'));
  const edited = instructors.find(({ id }) => id === draft?.id);
  const isChanged =
    draft !== null && (draft.name !== edited?.name || draft.prenatalSuitable !== edited.prenatalSuitable);
  useUnsavedChanges(isChanged, busy);
  const columns = useMemo(() => createColumns(draft, setDraft), [draft]);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (draft === null || editing === null || draft.name.trim() === '') return;
    const { id, name, prenatalSuitable } = draft;
    await run(async () => {
      const body = { name: name.trim(), prenatalSuitable };
      const call = { path: `${instructorsPath}/${id}`, method: 'PUT', body } as const;
      const answer = await send(call, pickSeen(editing, instructorFields), () => setDraft(null));
      if (answer === null) return;
      toast(staffMessages.updated('instructor'));
      await mutate(instructorsPath);
      setDraft(null);
    });
  };

  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <DataTable
        caption="Instructors"
        columns={columns}
        rows={instructors}
        rowKey={({ id }) => id}
        csvName="instructors"
        empty="No instructors added yet"
        actions={(row) =>
          draft?.id === row.id ? (
            <>
              <Button variant="quiet" size="sm" onClick={() => setDraft(null)}>
                Go back
              </Button>
              <Button type="submit" size="sm" busy={busy} disabled={draft.name.trim() === ''}>
                {busy ? 'Saving...' : 'Save'}
              </Button>
            </>
          ) : (
            <EditDeleteButtons
              name={row.name}
              onEdit={() => {
                setDraft(row);
                setEditing(row);
              }}
              onDelete={() => setDeleting(row)}
            />
          )
        }
      />
      <FailureReason cause={failure} />
      {question}
      {deleting && (
        <DeleteDialog
          what="instructor"
          name={deleting.name}
          path={`${instructorsPath}/${deleting.id}`}
          seen={pickSeen(deleting, instructorFields)}
          confirmLabel="Delete instructor"
          refusal={(error) => <BlockingClasses error={error} />}
          onDeleted={() => mutate(instructorsPath)}
          onClose={() => setDeleting(null)}
        />
      )}
    </form>
  );
}

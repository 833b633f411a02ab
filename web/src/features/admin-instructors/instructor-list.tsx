import { type FormEvent, useMemo, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { Instructor } from '../../../../services/contract/schedule.ts';
import { EffectsDialog } from '../../components/staff/effects-dialog.tsx';
import { staffMessages } from '../../components/staff/staff-messages.ts';
import { instructorsKey } from '../../components/staff/use-instructors.ts';
import type { Column } from '../../components/table/column.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Checkbox } from '../../components/ui/checkbox.tsx';
import { Input } from '../../components/ui/input.tsx';
import { toast } from '../../components/ui/toast.ts';
import { request } from '../../lib/http.ts';
import { ClassesInTheWay } from './blocking-classes.tsx';

const suitability = ({ prenatalSuitable }: Instructor): string => (prenatalSuitable ? 'Yes' : 'No');

/** The team as a table; a row is edited where it stands. */
export function InstructorList({ instructors }: { instructors: readonly Instructor[] }) {
  const { mutate } = useSWRConfig();
  const [draft, setDraft] = useState<Instructor | null>(null);
  const [deleting, setDeleting] = useState<Instructor | null>(null);
  const [busy, setBusy] = useState(false);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (draft === null || draft.name.trim() === '') return;
    const { id, name, prenatalSuitable } = draft;
    setBusy(true);
    try {
      const body = { name: name.trim(), prenatalSuitable };
      await request(`${instructorsKey}/${id}`, { method: 'PUT', body });
      toast(staffMessages.updated('instructor'));
      await mutate(instructorsKey);
      setDraft(null);
    } catch (cause) {
      toast(staffMessages.updateFailed('instructor', cause));
    } finally {
      setBusy(false);
    }
  };
  const remove = async ({ id }: Instructor): Promise<boolean> => {
    try {
      await request(`${instructorsKey}/${id}`, { method: 'DELETE' });
      toast(staffMessages.deleted('instructor'));
      await mutate(instructorsKey);
      return true;
    } catch (cause) {
      toast(staffMessages.deleteFailed('instructor', cause));
      return false;
    }
  };

  const columns = useMemo<readonly Column<Instructor>[]>(
    () => [
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
        value: suitability,
        cell: (row) =>
          draft?.id === row.id ? (
            <Checkbox
              label="Suitable"
              checked={draft.prenatalSuitable}
              onCheckedChange={(prenatalSuitable) => setDraft({ ...draft, prenatalSuitable })}
              className="text-left"
            />
          ) : (
            <Badge tone={row.prenatalSuitable ? 'kelp' : 'neutral'}>{suitability(row)}</Badge>
          ),
      },
    ],
    [draft],
  );

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
            <>
              <Button variant="quiet" size="sm" aria-label={`Edit ${row.name}`} onClick={() => setDraft(row)}>
                Edit
              </Button>
              <Button
                variant="quietDanger"
                size="sm"
                aria-label={`Delete ${row.name}`}
                onClick={() => setDeleting(row)}
              >
                Delete
              </Button>
            </>
          )
        }
      />
      {deleting && (
        <EffectsDialog
          open
          onOpenChange={(open) => open || setDeleting(null)}
          title={`Delete ${deleting.name}?`}
          call={{ path: `${instructorsKey}/${deleting.id}`, method: 'DELETE' }}
          confirmLabel="Delete instructor"
          refusal={(error) => <ClassesInTheWay error={error} />}
          onConfirm={() => remove(deleting)}
        />
      )}
    </form>
  );
}

import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { AdminPass } from '#services/contract/admin-passes.ts';
import { DeleteDialog } from '#web/components/staff/delete-dialog.tsx';
import { EditDeleteButtons } from '#web/components/staff/edit-delete-buttons.tsx';
import { createAmountColumn } from '#web/components/table/amount-column.ts';
import type { Column } from '#web/components/table/column.ts';
import { DataTable } from '#web/components/table/data-table.tsx';
import { EditPassDialog } from './edit-pass-dialog.tsx';
import { listPassLabels, PassBadges } from './pass-badges.tsx';
import { formatValidity, passTexts, pickSeenPass } from './pass-form-values.ts';
import { passesPath, refreshPasses } from './use-passes.ts';

const columns: readonly Column<AdminPass>[] = [
  {
    id: 'name',
    header: 'Pass',
    value: ({ name }) => name,
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  { id: 'classes', header: 'Classes', value: ({ classes }) => classes, align: 'right' },
  createAmountColumn('price', 'Price', ({ price }) => price),
  { id: 'validity', header: 'Valid for', value: ({ validity }) => formatValidity(validity) },
  {
    id: 'labels',
    header: 'On sale',
    value: (pass) => listPassLabels(pass).join(', '),
    cell: (pass) => <PassBadges pass={pass} />,
  },
  { id: 'sold', header: 'Sold', value: ({ sold }) => sold, align: 'right' },
];

/** The catalogue as a table whose rows can be edited and deleted. */
export function PassList({ passes }: { passes: readonly AdminPass[] }) {
  const { mutate } = useSWRConfig();
  const [editing, setEditing] = useState<AdminPass | null>(null);
  const [deleting, setDeleting] = useState<AdminPass | null>(null);

  return (
    <>
      <DataTable
        caption="Class passes"
        columns={columns}
        rows={passes}
        rowKey={({ id }) => id}
        csvName="class-passes"
        empty="No class passes found"
        actions={(pass) => (
          <EditDeleteButtons
            name={pass.name}
            onEdit={() => setEditing(pass)}
            onDelete={() => setDeleting(pass)}
          />
        )}
      />
      {editing && <EditPassDialog key={editing.id} pass={editing} onClose={() => setEditing(null)} />}
      {deleting && (
        <DeleteDialog
          what="class pass"
          name={deleting.name}
          path={`${passesPath}/${deleting.id}`}
          seen={pickSeenPass(deleting)}
          texts={passTexts}
          confirmLabel="Delete pass"
          onDeleted={() => refreshPasses(mutate)}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  );
}

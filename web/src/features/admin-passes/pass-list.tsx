import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { AdminPass } from '../../../../services/contract/admin-passes.ts';
import { EffectsDialog } from '../../components/staff/effects-dialog.tsx';
import { staffMessages } from '../../components/staff/staff-messages.ts';
import type { Column } from '../../components/table/column.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { Button } from '../../components/ui/button.tsx';
import { toast } from '../../components/ui/toast.ts';
import { request } from '../../lib/http.ts';
import { formatExactPence, toPounds } from '../../lib/money.ts';
import { EditPassDialog } from './edit-pass-dialog.tsx';
import { PassBadges, passLabels } from './pass-badges.tsx';
import { validityText } from './pass-form-values.ts';
import { passesPath, refreshPasses } from './use-passes.ts';

const columns: readonly Column<AdminPass>[] = [
  {
    id: 'name',
    header: 'Pass',
    value: ({ name }) => name,
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  { id: 'classes', header: 'Classes', value: ({ classes }) => classes, align: 'right' },
  {
    id: 'price',
    header: 'Price',
    value: ({ price }) => toPounds(price),
    cell: ({ price }) => formatExactPence(price),
    align: 'right',
  },
  { id: 'validity', header: 'Valid for', value: ({ validity }) => validityText(validity) },
  {
    id: 'labels',
    header: 'On sale',
    value: (pass) => passLabels(pass).join(', '),
    cell: (pass) => <PassBadges pass={pass} />,
  },
  { id: 'sold', header: 'Sold', value: ({ sold }) => sold, align: 'right' },
];

/** The catalogue as a table, with editing and deleting. */
export function PassList({ passes }: { passes: readonly AdminPass[] }) {
  const { mutate } = useSWRConfig();
  const [editing, setEditing] = useState<AdminPass | null>(null);
  const [deleting, setDeleting] = useState<AdminPass | null>(null);

  const remove = async ({ id }: AdminPass): Promise<boolean> => {
    try {
      await request(`${passesPath}/${id}`, { method: 'DELETE' });
      toast(staffMessages.deleted('class pass'));
      await refreshPasses(mutate);
      return true;
    } catch (cause) {
      toast(staffMessages.deleteFailed('class pass', cause));
      return false;
    }
  };

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
          <>
            <Button
              variant="quiet"
              size="sm"
              aria-label={`Edit ${pass.name}`}
              onClick={() => setEditing(pass)}
            >
              Edit
            </Button>
            <Button
              variant="quietDanger"
              size="sm"
              aria-label={`Delete ${pass.name}`}
              onClick={() => setDeleting(pass)}
            >
              Delete
            </Button>
          </>
        )}
      />
      {editing && <EditPassDialog key={editing.id} pass={editing} onClose={() => setEditing(null)} />}
      {deleting && (
        <EffectsDialog
          open
          onOpenChange={(open) => open || setDeleting(null)}
          title={`Delete ${deleting.name}?`}
          call={{ path: `${passesPath}/${deleting.id}`, method: 'DELETE' }}
          confirmLabel="Delete pass"
          onConfirm={() => remove(deleting)}
        />
      )}
    </>
  );
}

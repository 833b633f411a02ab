import { BadgeCheck, CircleOff } from 'lucide-react';
import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { WeeklyTemplate } from '../../../../services/contract/admin-templates.ts';
import { EffectsDialog } from '../../components/staff/effects-dialog.tsx';
import { staffMessages } from '../../components/staff/staff-messages.ts';
import type { Column } from '../../components/table/column.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { toast } from '../../components/ui/toast.ts';
import { request } from '../../lib/http.ts';
import { formatShortWallDay } from '../../lib/london-time.ts';
import { EditTemplateDialog } from './edit-template-dialog.tsx';
import { templatesPath } from './use-templates.ts';

const labelOf = ({ isActive }: WeeklyTemplate): string => (isActive ? 'Active' : 'Inactive');

const columns: readonly Column<WeeklyTemplate>[] = [
  {
    id: 'name',
    header: 'Template',
    value: ({ name }) => name,
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  { id: 'description', header: 'Description', value: ({ description }) => description || null },
  {
    id: 'label',
    header: 'Label',
    value: labelOf,
    cell: (template) => (
      <Badge tone={template.isActive ? 'kelp' : 'neutral'} icon={template.isActive ? BadgeCheck : CircleOff}>
        {labelOf(template)}
      </Badge>
    ),
  },
  { id: 'classes', header: 'Classes', value: ({ classCount }) => classCount, align: 'right' },
  {
    id: 'applied',
    header: 'Applied up to week of',
    value: ({ lastAppliedTo }) => lastAppliedTo,
    cell: ({ lastAppliedTo }) => (lastAppliedTo ? formatShortWallDay(lastAppliedTo) : '–'),
  },
];

type TemplateListProps = {
  templates: readonly WeeklyTemplate[];
  /** Shows a template's classes. */
  onOpen: (templateId: number) => void;
};

/** The templates as a table, with their classes, editing and deleting. */
export function TemplateList({ templates, onOpen }: TemplateListProps) {
  const { mutate } = useSWRConfig();
  const [editing, setEditing] = useState<WeeklyTemplate | null>(null);
  const [deleting, setDeleting] = useState<WeeklyTemplate | null>(null);

  const remove = async ({ id }: WeeklyTemplate): Promise<boolean> => {
    try {
      await request(`${templatesPath}/${id}`, { method: 'DELETE' });
      toast(staffMessages.deleted('template'));
      // The list alone: what showed the template itself goes with it.
      await mutate(templatesPath);
      return true;
    } catch (cause) {
      toast(staffMessages.deleteFailed('template', cause));
      return false;
    }
  };

  return (
    <>
      <DataTable
        caption="Weekly templates"
        columns={columns}
        rows={templates}
        rowKey={({ id }) => id}
        csvName="weekly-templates"
        empty="No weekly templates yet. Create one above, then put its classes in."
        actions={(template) => (
          <>
            <Button
              variant="quiet"
              size="sm"
              aria-label={`Classes of ${template.name}`}
              onClick={() => onOpen(template.id)}
            >
              Classes
            </Button>
            <Button
              variant="quiet"
              size="sm"
              aria-label={`Edit ${template.name}`}
              onClick={() => setEditing(template)}
            >
              Edit
            </Button>
            <Button
              variant="quietDanger"
              size="sm"
              aria-label={`Delete ${template.name}`}
              onClick={() => setDeleting(template)}
            >
              Delete
            </Button>
          </>
        )}
      />
      {editing && <EditTemplateDialog key={editing.id} template={editing} onClose={() => setEditing(null)} />}
      {deleting && (
        <EffectsDialog
          open
          onOpenChange={(open) => open || setDeleting(null)}
          title={`Delete ${deleting.name}?`}
          call={{ path: `${templatesPath}/${deleting.id}`, method: 'DELETE' }}
          confirmLabel="Delete template"
          onConfirm={() => remove(deleting)}
        />
      )}
    </>
  );
}

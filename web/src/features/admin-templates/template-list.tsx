import { BadgeCheck, CircleOff } from 'lucide-react';
import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { WeeklyTemplate } from '#services/contract/admin-templates.ts';
import { DeleteDialog } from '#web/components/staff/delete-dialog.tsx';
import { EditDeleteMenu } from '#web/components/staff/edit-delete-buttons.tsx';
import type { Column } from '#web/components/table/column.ts';
import { DataTable } from '#web/components/table/data-table.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { formatShortWallDay } from '#web/lib/london-time.ts';
import { EditTemplateDialog } from './edit-template-dialog.tsx';
import { pickSeenTemplate } from './seen-template.ts';
import { templatesPath } from './use-templates.ts';

const getLabel = ({ isActive }: WeeklyTemplate): string => (isActive ? 'Active' : 'Inactive');

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
    value: getLabel,
    cell: (template) => (
      <Badge tone={template.isActive ? 'kelp' : 'neutral'} icon={template.isActive ? BadgeCheck : CircleOff}>
        {getLabel(template)}
      </Badge>
    ),
  },
  {
    id: 'classes',
    header: 'Classes',
    value: ({ classCount }) => classCount,
    cell: ({ classCount }) => (
      <>
        {classCount}
        <span className="md:hidden"> {classCount === 1 ? 'class' : 'classes'}</span>
      </>
    ),
    align: 'right',
  },
  {
    id: 'applied',
    header: 'Applied up to week of',
    value: ({ lastAppliedTo }) => lastAppliedTo,
    cell: ({ lastAppliedTo }) => (
      <>
        <span className="md:hidden">{lastAppliedTo ? 'applied up to the week of ' : 'not applied yet'}</span>
        {lastAppliedTo ? formatShortWallDay(lastAppliedTo) : <span className="max-md:hidden">–</span>}
      </>
    ),
  },
];

type TemplateListProps = {
  templates: readonly WeeklyTemplate[];
  /** Called to show the classes of a template. */
  onOpen: (templateId: number) => void;
};

/** The templates as a table whose rows can be opened, edited and deleted. */
export function TemplateList({ templates, onOpen }: TemplateListProps) {
  const { mutate } = useSWRConfig();
  const [editing, setEditing] = useState<WeeklyTemplate | null>(null);
  const [deleting, setDeleting] = useState<WeeklyTemplate | null>(null);
  return (
    <>
      <DataTable
        caption="Weekly templates"
        columns={columns}
        rows={templates}
        rowKey={({ id }) => id}
        csvName="weekly-templates"
        empty="No weekly templates yet. Create one above, then put its classes in."
        isCompact
        actions={(template) => (
          <EditDeleteMenu
            name={template.name}
            first={{ label: 'Classes', onSelect: () => onOpen(template.id) }}
            onEdit={() => setEditing(template)}
            onDelete={() => setDeleting(template)}
          />
        )}
      />
      {editing && <EditTemplateDialog key={editing.id} template={editing} onClose={() => setEditing(null)} />}
      {deleting && (
        <DeleteDialog
          what="template"
          name={deleting.name}
          path={`${templatesPath}/${deleting.id}`}
          seen={{ ...pickSeenTemplate(deleting), classCount: deleting.classCount }}
          confirmLabel="Delete template"
          // Reloads the list only, because the classes of the deleted template are deleted too.
          onDeleted={() => mutate(templatesPath)}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  );
}

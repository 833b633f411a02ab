import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { TemplateClass, WeeklyTemplate } from '../../../../services/contract/admin-templates.ts';
import { EffectsDialog } from '../../components/staff/effects-dialog.tsx';
import { LoadFailure } from '../../components/staff/load-failure.tsx';
import { staffMessages } from '../../components/staff/staff-messages.ts';
import type { Column } from '../../components/table/column.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { toast } from '../../components/ui/toast.ts';
import { getLevelName } from '../../lib/class-level.ts';
import { request } from '../../lib/http.ts';
import { AddTemplateClassForm } from './add-template-class-form.tsx';
import { EditTemplateClassDialog } from './edit-template-class-dialog.tsx';
import { refreshTemplates, templateClassesPath, useTemplateClasses } from './use-templates.ts';
import { dayName, dayOrder } from './weekdays.ts';

const columns: readonly Column<TemplateClass>[] = [
  {
    id: 'day',
    header: 'Day',
    value: ({ dayOfWeek }) => dayName(dayOfWeek),
    sortBy: ({ dayOfWeek, time }) => `${dayOrder(dayOfWeek)} ${time}`,
  },
  {
    id: 'time',
    header: 'Time',
    value: ({ time }) => time,
    cell: ({ time }) => <span className="font-semibold">{time}</span>,
  },
  { id: 'level', header: 'Class', value: ({ name }) => getLevelName(name) },
  {
    id: 'instructor',
    header: 'Instructor',
    value: ({ instructorName }) => instructorName,
    cell: ({ instructorName, hasInstructorLeft }) =>
      hasInstructorLeft ? (
        <span className="inline-flex items-center gap-1.5 text-amber">
          <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
          {instructorName} (has left)
        </span>
      ) : (
        instructorName
      ),
  },
  { id: 'capacity', header: 'Capacity', value: ({ maxCapacity }) => maxCapacity, align: 'right' },
];

const nameOf = ({ dayOfWeek, time }: TemplateClass): string => `${dayName(dayOfWeek)}, ${time}`;

function ClassTable({ template, classes }: { template: WeeklyTemplate; classes: readonly TemplateClass[] }) {
  const { mutate } = useSWRConfig();
  const [editing, setEditing] = useState<TemplateClass | null>(null);
  const [deleting, setDeleting] = useState<TemplateClass | null>(null);

  const remove = async ({ id }: TemplateClass): Promise<boolean> => {
    try {
      await request(`${templateClassesPath}/${id}`, { method: 'DELETE' });
      toast(staffMessages.deleted('template class'));
      await refreshTemplates(mutate);
      return true;
    } catch (cause) {
      toast(staffMessages.deleteFailed('template class', cause));
      return false;
    }
  };

  return (
    <>
      <DataTable
        caption={`Classes of ${template.name}`}
        columns={columns}
        rows={classes}
        rowKey={({ id }) => id}
        csvName={`template-${template.id}-classes`}
        sortedBy={{ id: 'day', desc: false }}
        pageSize={50}
        empty="No classes in this template yet. Add the first one above."
        actions={(one) => (
          <>
            <Button
              variant="quiet"
              size="sm"
              aria-label={`Edit ${nameOf(one)}`}
              onClick={() => setEditing(one)}
            >
              Edit
            </Button>
            <Button
              variant="quietDanger"
              size="sm"
              aria-label={`Delete ${nameOf(one)}`}
              onClick={() => setDeleting(one)}
            >
              Delete
            </Button>
          </>
        )}
      />
      {editing && (
        <EditTemplateClassDialog key={editing.id} templateClass={editing} onClose={() => setEditing(null)} />
      )}
      {deleting && (
        <EffectsDialog
          open
          onOpenChange={(open) => open || setDeleting(null)}
          title={`Delete ${nameOf(deleting)}?`}
          call={{ path: `${templateClassesPath}/${deleting.id}`, method: 'DELETE' }}
          confirmLabel="Delete class"
          onConfirm={() => remove(deleting)}
        />
      )}
    </>
  );
}

/** The classes of one template: a form for another, and the list. */
export function TemplateClasses({ template }: { template: WeeklyTemplate }) {
  const { data: classes, error, retry } = useTemplateClasses(template.id);
  return (
    <>
      <AddTemplateClassForm key={template.id} templateId={template.id} />
      {classes && <ClassTable template={template} classes={classes} />}
      {!classes && error && <LoadFailure what="template classes" error={error} retry={retry} />}
      {!classes && !error && <Skeleton className="h-80" />}
    </>
  );
}

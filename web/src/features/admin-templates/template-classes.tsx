import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { TemplateClass, WeeklyTemplate } from '#services/contract/admin-templates.ts';
import { DeleteDialog } from '#web/components/staff/delete-dialog.tsx';
import { EditDeleteMenu } from '#web/components/staff/edit-delete-buttons.tsx';
import { FormFold } from '#web/components/staff/form-fold.tsx';
import { Loadable } from '#web/components/staff/loadable.tsx';
import type { Column } from '#web/components/table/column.ts';
import { DataTable } from '#web/components/table/data-table.tsx';
import { getLevelName } from '#web/lib/class-level.ts';
import { AddTemplateClassForm } from './add-template-class-form.tsx';
import { EditTemplateClassDialog } from './edit-template-class-dialog.tsx';
import { pickSeenTemplateClass, templateClassTexts } from './seen-template.ts';
import { refreshTemplates, templateClassesPath, useTemplateClasses } from './use-templates.ts';
import { getDayName, getDayOrder } from './weekdays.ts';

const columns: readonly Column<TemplateClass>[] = [
  {
    id: 'day',
    header: 'Day',
    value: ({ dayOfWeek }) => getDayName(dayOfWeek),
    cell: ({ dayOfWeek }) => (
      <>
        <span className="md:hidden">{getDayName(dayOfWeek).slice(0, 3)}</span>
        <span className="max-md:hidden">{getDayName(dayOfWeek)}</span>
      </>
    ),
    sortBy: ({ dayOfWeek, time }) => `${getDayOrder(dayOfWeek)} ${time}`,
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
  {
    id: 'capacity',
    header: 'Capacity',
    value: ({ maxCapacity }) => maxCapacity,
    cell: ({ maxCapacity }) => (
      <>
        {maxCapacity}
        <span className="md:hidden"> {maxCapacity === 1 ? 'place' : 'places'}</span>
      </>
    ),
    align: 'right',
  },
];

const formatName = ({ dayOfWeek, time }: TemplateClass): string => `${getDayName(dayOfWeek)}, ${time}`;

type ClassTableProps = { template: WeeklyTemplate; classes: readonly TemplateClass[] };

function ClassTable({ template, classes }: ClassTableProps) {
  const { mutate } = useSWRConfig();
  const [editing, setEditing] = useState<TemplateClass | null>(null);
  const [deleting, setDeleting] = useState<TemplateClass | null>(null);
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
        isCompact
        actions={(one) => (
          <EditDeleteMenu
            name={formatName(one)}
            onEdit={() => setEditing(one)}
            onDelete={() => setDeleting(one)}
          />
        )}
      />
      {editing && (
        <EditTemplateClassDialog key={editing.id} templateClass={editing} onClose={() => setEditing(null)} />
      )}
      {deleting && (
        <DeleteDialog
          what="template class"
          name={formatName(deleting)}
          path={`${templateClassesPath}/${deleting.id}`}
          seen={pickSeenTemplateClass(deleting)}
          texts={templateClassTexts}
          confirmLabel="Delete class"
          onDeleted={() => refreshTemplates(mutate)}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  );
}

/** The classes of a template, with a form to add one. */
export const TemplateClasses = ({ template }: { template: WeeklyTemplate }) => (
  <>
    <FormFold key={template.id} label="Add a class">
      <AddTemplateClassForm templateId={template.id} />
    </FormFold>
    <Loadable what="template classes" read={useTemplateClasses(template.id)} height="h-80">
      {({ templateClasses }) => <ClassTable template={template} classes={templateClasses} />}
    </Loadable>
  </>
);

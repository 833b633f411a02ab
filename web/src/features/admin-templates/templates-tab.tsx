import { useRef, useState } from 'react';
import { LoadFailure } from '../../components/staff/load-failure.tsx';
import { Panel } from '../../components/staff/panel.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { Select } from '../../components/ui/select.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { ApplyForm } from './apply-template-form.tsx';
import { CreateTemplateForm } from './create-template-form.tsx';
import { TemplateClasses } from './template-classes.tsx';
import { TemplateList } from './template-list.tsx';
import { useTemplates, useWeekCounts, type WeekCount } from './use-templates.ts';
import { WeekCounts } from './week-counts.tsx';

/** The week that most likely is planned next: the first to come without a class, or the last in view. */
const weekToPlan = (weeks: readonly WeekCount[]): string => {
  const coming = weeks.slice(1);
  return (coming.find(({ count }) => count === 0) ?? coming.at(-1))?.weekStart ?? '';
};

/** Weekly Templates: what the next weeks hold, a template to put on one of them, and the templates themselves. */
export function TemplatesTab() {
  const weeks = useWeekCounts();
  const templates = useTemplates();
  const [chosenWeek, setChosenWeek] = useState<string | null>(null);
  const [openId, setOpenId] = useState<number | null>(null);
  const classes = useRef<HTMLDivElement>(null);
  const week = chosenWeek ?? weekToPlan(weeks.data ?? []);
  const open = templates.data?.find(({ id }) => id === openId) ?? templates.data?.[0];

  const openClasses = (templateId: number) => {
    setOpenId(templateId);
    classes.current?.scrollIntoView({ block: 'start' });
    classes.current?.focus({ preventScroll: true });
  };

  if (templates.data === undefined) {
    if (templates.error === undefined) return <Skeleton className="h-96" />;
    return <LoadFailure what="weekly templates" error={templates.error} retry={templates.retry} />;
  }
  return (
    <div className="flex flex-col gap-10">
      <Panel title="Weekly class counts" intro="The next 8 weeks. Choose one to fill it from a template.">
        {weeks.error && !weeks.data ? (
          <LoadFailure what="classes" error={weeks.error} retry={weeks.retry} />
        ) : (
          <WeekCounts weeks={weeks.data} chosen={week} onChoose={setChosenWeek} />
        )}
      </Panel>
      <Panel
        title="Apply to a week"
        intro="You see what it will do before it is done. Doing it again adds nothing twice."
      >
        {templates.data.length === 0 ? (
          <Notice>Create a template first, and put its classes in.</Notice>
        ) : (
          <ApplyForm templates={templates.data} week={week} onWeek={setChosenWeek} />
        )}
      </Panel>
      <Panel title="Create a template">
        <CreateTemplateForm onCreated={setOpenId} />
      </Panel>
      <Panel title="Templates">
        <TemplateList templates={templates.data} onOpen={openClasses} />
      </Panel>
      {open && (
        <div ref={classes} tabIndex={-1} className="scroll-mt-4 rounded-card outline-none">
          <Panel
            title={`Classes of ${open.name}`}
            tools={
              templates.data.length > 1 && (
                <Select
                  aria-label="Template whose classes are shown"
                  className="w-56"
                  value={open.id}
                  onChange={({ target }) => setOpenId(Number(target.value))}
                >
                  {templates.data.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </Select>
              )
            }
          >
            <TemplateClasses template={open} />
          </Panel>
        </div>
      )}
    </div>
  );
}

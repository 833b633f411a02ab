import { useRef, useState } from 'react';
import type { WeeklyTemplate } from '#services/contract/admin-templates.ts';
import { FormFold } from '#web/components/staff/form-fold.tsx';
import { JumpToForm } from '#web/components/staff/jump-to-form.tsx';
import { LoadFailure } from '#web/components/staff/load-failure.tsx';
import { Loadable } from '#web/components/staff/loadable.tsx';
import { Panel } from '#web/components/staff/panel.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { ApplyTemplateForm } from './apply-template-form.tsx';
import { CreateTemplateForm } from './create-template-form.tsx';
import { TemplateClasses } from './template-classes.tsx';
import { TemplateList } from './template-list.tsx';
import { useTemplates, useWeekCounts, type WeekCount } from './use-templates.ts';
import { WeekCounts } from './week-counts.tsx';

/** Proposes the first future week without classes, or else the last one. */
const proposeWeek = (weeks: readonly WeekCount[]): string => {
  const future = weeks.slice(1);
  return (future.find(({ count }) => count === 0) ?? future.at(-1))?.weekStart ?? '';
};

type TemplatesProps = { templates: readonly WeeklyTemplate[] };
type WeekPlannerProps = TemplatesProps & { weekCounts: ReturnType<typeof useWeekCounts> };

/** The class counts of the next weeks, and applying a template to the chosen one. */
function WeekPlanner({ templates, weekCounts }: WeekPlannerProps) {
  const { data, hasFailed, error, retry } = weekCounts;
  const [chosenWeek, setChosenWeek] = useState<string | null>(null);
  const weeks = data?.weeklyCounts;
  const week = chosenWeek ?? proposeWeek(weeks ?? []);
  return (
    <>
      <Panel title="Weekly class counts" intro="The next 8 weeks. Choose one to fill it from a template.">
        {hasFailed ? (
          <LoadFailure what="weekly class counts" error={error} retry={retry} />
        ) : (
          <WeekCounts weeks={weeks} chosen={week} onChoose={setChosenWeek} />
        )}
      </Panel>
      <Panel
        title="Apply to a week"
        intro="You see what it will do before it is done. Doing it again adds nothing twice."
      >
        {templates.length === 0 ? (
          <Notice>Create a template first, and put its classes in.</Notice>
        ) : (
          <ApplyTemplateForm templates={templates} week={week} onWeek={setChosenWeek} />
        )}
      </Panel>
    </>
  );
}

/** The templates, and the classes of the one that is open. */
function TemplateEditor({ templates }: TemplatesProps) {
  const [openId, setOpenId] = useState<number | null>(null);
  const classes = useRef<HTMLDivElement>(null);
  const open = templates.find(({ id }) => id === openId) ?? templates[0];

  const showClasses = (templateId: number) => {
    setOpenId(templateId);
    classes.current?.scrollIntoView({ block: 'start' });
    classes.current?.focus({ preventScroll: true });
  };

  return (
    <>
      <Panel title="Templates" tools={<JumpToForm form="Create a template">New template</JumpToForm>}>
        <TemplateList templates={templates} onOpen={showClasses} />
      </Panel>
      {open && (
        <div ref={classes} tabIndex={-1} className="scroll-mt-4 rounded-card outline-none">
          <Panel
            title={`Classes of ${open.name}`}
            tools={
              templates.length > 1 && (
                <Select
                  aria-label="Template whose classes are shown"
                  className="w-56"
                  value={open.id}
                  onChange={({ target }) => setOpenId(Number(target.value))}
                >
                  {templates.map(({ id, name }) => (
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
      <Panel title="Create a template">
        <FormFold label="New template">
          <CreateTemplateForm onCreated={showClasses} />
        </FormFold>
      </Panel>
    </>
  );
}

/** The planning of the next weeks, and the templates. */
export function TemplatesTab() {
  const weekCounts = useWeekCounts();
  return (
    <Loadable what="weekly templates" read={useTemplates()} height="h-96">
      {({ templates }) => (
        <div className="flex flex-col gap-7 md:gap-10">
          <WeekPlanner templates={templates} weekCounts={weekCounts} />
          <TemplateEditor templates={templates} />
        </div>
      )}
    </Loadable>
  );
}

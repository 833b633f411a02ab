import { useState } from 'react';
import useSWR from 'swr';
import type { ApplyTemplateDryRun, WeeklyTemplate } from '#services/contract/admin-templates.ts';
import { Button } from '#web/components/ui/button.tsx';
import { DateInput } from '#web/components/ui/date-input.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { getErrorMessage } from '#web/lib/api-error.ts';
import { post } from '#web/lib/http.ts';
import { getMonday } from '#web/lib/london-time.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { applyPath, getPlanKey } from './use-templates.ts';
import { useWeekActions } from './use-week-actions.ts';
import { WeekOutcome } from './week-outcome.tsx';
import { WeekPlanView } from './week-plan.tsx';

/** The browser's calendar counts steps of a week from this Monday. */
const firstMonday = '2024-01-01';

type ApplyTemplateFormProps = {
  templates: readonly WeeklyTemplate[];
  /** A wall date; the form reports one that is no Monday. */
  week: string;
  onWeek: (date: string) => void;
};

/** Applies a template to a week. The plan is shown as soon as both are chosen. */
export function ApplyTemplateForm({ templates, week, onWeek }: ApplyTemplateFormProps) {
  const [chosenId, setChosenId] = useState<number | null>(null);
  const template = templates.find(({ id }) => id === chosenId) ?? templates[0];
  const isMonday = week !== '' && getMonday(week) === week;
  const body = template && isMonday ? { templateId: template.id, weekStartDate: week } : undefined;
  const {
    data: plan,
    error,
    mutate: reloadPlan,
  } = useSWR<ApplyTemplateDryRun, Error>(body ? getPlanKey(body.templateId, week) : null, () =>
    post<ApplyTemplateDryRun>(`${applyPath}?dryRun=true`, body),
  );

  const { busy, outcome, apply, undo, question } = useWeekActions({
    templateId: body?.templateId,
    week,
    plan,
    reloadPlan,
    onWeek,
  });

  return (
    <div className="flex flex-col gap-5 rounded-card border border-sand bg-surface p-4 md:p-5">
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2 lg:max-w-2xl">
        <Field label="Template">
          {(control) => (
            <Select
              {...control}
              value={template?.id ?? ''}
              onChange={({ target }) => setChosenId(Number(target.value))}
            >
              {templates.map(({ id, name, isActive }) => (
                <option key={id} value={id}>
                  {isActive ? name : `${name} (inactive)`}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label="Week start date (Monday)"
          error={week !== '' && !isMonday ? 'Choose a Monday' : undefined}
        >
          {(control) => (
            <DateInput
              {...control}
              min={firstMonday}
              step={7}
              value={week}
              onChange={({ target }) => onWeek(target.value)}
            />
          )}
        </Field>
      </div>
      <div aria-live="polite" className="flex flex-col gap-5">
        {body && (
          <WeekOutcome
            outcome={outcome}
            plan={plan}
            busy={busy === 'undo'}
            onUndo={(application) => void undo(application)}
          />
        )}
        {body && error && (
          <Notice tone="error">
            {getErrorMessage(error, 'We could not find out what this would do. Please try again.')}
          </Notice>
        )}
        {body && !plan && !error && <Skeleton className="h-40" />}
        {body && plan && (
          <>
            <ul className="flex flex-col gap-0.5">
              {plan.effects.summary.map((sentence, index) => (
                <li key={sentence} className={index === 0 ? 'font-semibold' : 'text-ink-muted'}>
                  {sentence}
                </li>
              ))}
            </ul>
            <WeekPlanView plan={plan} />
          </>
        )}
      </div>
      <Button
        className="self-start max-sm:w-full"
        busy={busy === 'apply'}
        disabled={!plan || !body || plan.created === 0}
        onClick={() => void apply()}
      >
        {plan && body && plan.created > 0
          ? `Apply: add ${formatCount(plan.created, 'class', 'classes')}`
          : 'Apply template'}
      </Button>
      {question}
    </div>
  );
}

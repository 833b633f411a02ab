import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type {
  ApplyTemplateAnswer,
  ApplyTemplateDryRun,
  RetainedClass,
  UndoTemplateAnswer,
} from '#services/contract/admin-templates.ts';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { useInstructors } from '#web/components/staff/use-instructors.ts';
import { useSeenEdit } from '#web/components/staff/use-seen-edit.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { post } from '#web/lib/http.ts';
import { toPlannedClassTexts } from './seen-template.ts';
import { applyPath, getPlanKey, refreshWeeks, undoPath } from './use-templates.ts';

/** What was done with a template in a week. */
export interface Outcome {
  readonly message: string;
  /** The application that can be undone; undefined after an undo. */
  readonly application: number | undefined;
  /** After an undo, what stays and why. */
  readonly kept: readonly RetainedClass[];
}

type WeekActions = {
  readonly templateId: number | undefined;
  /** A Monday. */
  readonly week: string;
  readonly plan: ApplyTemplateDryRun | undefined;
  readonly reloadPlan: () => Promise<unknown>;
  readonly onWeek: (date: string) => void;
};

/** Applies a template to a week and undoes that. `outcome` is what was done last with this template and week. */
export function useWeekActions({ templateId, week, plan, reloadPlan, onWeek }: WeekActions) {
  const { mutate } = useSWRConfig();
  const [busy, setBusy] = useState<'apply' | 'undo' | null>(null);
  const [done, setDone] = useState<{ key: string; outcome: Outcome } | null>(null);
  const instructors = useInstructors().data?.instructors ?? [];
  const { send, question } = useSeenEdit(toPlannedClassTexts(instructors), 'Apply all the same');
  const key = templateId === undefined ? '' : getPlanKey(templateId, week);
  if (done !== null && done.key !== key) setDone(null);

  const run = async (
    action: 'apply' | 'undo',
    call: () => Promise<Outcome | null>,
    onFailure: (cause: unknown) => void,
  ) => {
    setBusy(action);
    try {
      const outcome = await call();
      if (outcome === null) return;
      // Without it the next empty week would be proposed, and the same button would fill it.
      onWeek(week);
      setDone({ key, outcome });
      await Promise.all([refreshWeeks(mutate), reloadPlan()]);
    } catch (cause) {
      onFailure(cause);
      await reloadPlan();
    } finally {
      setBusy(null);
    }
  };

  const body = { templateId, weekStartDate: week };
  const apply = () =>
    run(
      'apply',
      async () => {
        const call = { path: applyPath, method: 'POST', body } as const;
        const answer = await send<ApplyTemplateAnswer>(call, plan?.facts ?? {}, () => {});
        if (answer === null) return null;
        toast(staffMessages.templateApplied(answer.message));
        return { message: answer.message, application: answer.undo?.application, kept: [] };
      },
      () => toast(staffMessages.applyTemplateFailed),
    );
  const undo = (application: number) =>
    run(
      'undo',
      async () => {
        const { message, kept } = await post<UndoTemplateAnswer>(undoPath, { ...body, application });
        return { message, application: undefined, kept };
      },
      (cause) => toast(staffMessages.undoTemplateFailed(cause)),
    );
  return { busy, outcome: done?.outcome ?? null, apply, undo, question };
}

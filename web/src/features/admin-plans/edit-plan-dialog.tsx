import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSWRConfig } from 'swr';
import type { AdminPlan } from '#services/contract/plans.ts';
import { EffectsDialog } from '#web/components/staff/effects-dialog.tsx';
import { FormDialog } from '#web/components/staff/form-dialog.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { useSeenEdit } from '#web/components/staff/use-seen-edit.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { PlanFields } from './plan-fields.tsx';
import {
  hasChangedTerms,
  type PlanFormBody,
  type PlanFormValues,
  pickSeenPlan,
  planForm,
  planTexts,
  toFormValues,
} from './plan-form-values.ts';
import { plansPath, refreshPlans } from './use-plans.ts';

const fields = ['name', 'pricePence', 'passes', 'interval', 'description', 'order'] as const;

type EditPlanDialogProps = { plan: AdminPlan; onClose: () => void };

/** Changes a plan for new sales. A change of its terms is confirmed once its effects are listed. */
export function EditPlanDialog({ plan, onClose }: EditPlanDialogProps) {
  const { mutate } = useSWRConfig();
  const [failure, setFailure] = useState<unknown>(null);
  const { send, question } = useSeenEdit(planTexts);
  const [confirming, setConfirming] = useState<PlanFormBody | null>(null);
  const form = useForm<PlanFormValues, unknown, PlanFormBody>({
    resolver: zodResolver(planForm),
    defaultValues: toFormValues(plan),
  });
  const { handleSubmit, setError, formState } = form;
  const { isSubmitting, isDirty } = formState;
  // Also while the effects are confirmed.
  useUnsavedChanges(isDirty, isSubmitting);
  const path = `${plansPath}/${plan.id}`;

  const onSaved = async () => {
    toast(staffMessages.updated('plan'));
    await refreshPlans(mutate);
    onClose();
  };
  const onFailed = (cause: unknown) => {
    setConfirming(null);
    if (setFieldErrors(cause, fields, setError) > 0) return;
    toast(staffMessages.updateFailed('plan'));
    setFailure(cause);
  };
  const submit = handleSubmit(async (body) => {
    setFailure(null);
    if (hasChangedTerms(plan, body)) setConfirming(body);
    else
      await send({ path, method: 'PUT', body }, pickSeenPlan(plan), onClose)
        .then((answer) => (answer === null ? undefined : onSaved()))
        .catch(onFailed);
  });

  if (confirming !== null) {
    return (
      <EffectsDialog
        title={`Change ${plan.name}?`}
        call={{ path, method: 'PUT', body: confirming }}
        seen={pickSeenPlan(plan)}
        texts={planTexts}
        onTakeTheirs={onClose}
        confirmLabel="Save changes"
        isDanger={false}
        onSuccess={onSaved}
        onFailure={onFailed}
        onClose={() => setConfirming(null)}
      />
    );
  }
  return (
    <FormDialog
      title={`Edit ${plan.name}`}
      description="For who starts it from now on. Who has it keeps its price, passes and priority."
      size="lg"
      busy={isSubmitting}
      isUnsaved={isDirty}
      failure={failure}
      className="py-1"
      onSubmit={submit}
      onClose={onClose}
    >
      <PlanFields form={form} />
      {question}
    </FormDialog>
  );
}

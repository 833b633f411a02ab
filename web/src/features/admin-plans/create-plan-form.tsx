import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSWRConfig } from 'swr';
import type { AdminPlan } from '#services/contract/plans.ts';
import { FailureReason } from '#web/components/staff/failure-reason.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { setFieldErrors } from '#web/lib/field-errors.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useIdempotentPost } from '#web/lib/use-idempotent-post.ts';
import { PlanFields } from './plan-fields.tsx';
import { createNewPlan, type PlanFormBody, type PlanFormValues, planForm } from './plan-form-values.ts';
import { plansPath, refreshPlans } from './use-plans.ts';

const fields = ['name', 'pricePence', 'passes', 'interval', 'description', 'order'] as const;

export function CreatePlanForm({ plans }: { plans: readonly AdminPlan[] }) {
  const { mutate } = useSWRConfig();
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm<PlanFormValues, unknown, PlanFormBody>({
    resolver: zodResolver(planForm),
    defaultValues: createNewPlan(plans),
  });
  const idempotentPost = useIdempotentPost();
  const { handleSubmit, setError, reset, formState } = form;
  const { isSubmitting, isDirty } = formState;
  useUnsavedChanges(isDirty, isSubmitting);

  const submit = handleSubmit(async (body) => {
    setFailure(null);
    try {
      await idempotentPost<unknown>(plansPath, body);
      toast(staffMessages.created('plan'));
      reset({ ...createNewPlan(plans), order: body.order + 1 });
      await refreshPlans(mutate);
    } catch (cause) {
      if (setFieldErrors(cause, fields, setError) > 0) return;
      toast(staffMessages.createFailed('plan'));
      setFailure(cause);
    }
  });

  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label="Create a plan"
      className="flex flex-col gap-4 rounded-card border border-sand bg-surface p-4 md:p-5"
    >
      <PlanFields form={form} />
      <FailureReason cause={failure} />
      <Button type="submit" busy={isSubmitting} className="self-start max-sm:w-full">
        {isSubmitting ? 'Creating...' : 'Create plan'}
      </Button>
    </form>
  );
}

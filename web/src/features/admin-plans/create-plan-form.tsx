import { zodResolver } from '@hookform/resolvers/zod';
import { useSWRConfig } from 'swr';
import type { AdminPlan } from '#services/contract/plans.ts';
import { CreateForm } from '#web/components/staff/create-form.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { useCreateForm } from '#web/components/staff/use-create-form.ts';
import { toast } from '#web/components/ui/toast.ts';
import { useIdempotentPost } from '#web/lib/use-idempotent-post.ts';
import { PlanFields } from './plan-fields.tsx';
import { createNewPlan, type PlanFormBody, type PlanFormValues, planForm } from './plan-form-values.ts';
import { plansPath, refreshPlans } from './use-plans.ts';

export function CreatePlanForm({ plans }: { plans: readonly AdminPlan[] }) {
  const { mutate } = useSWRConfig();
  const idempotentPost = useIdempotentPost();
  const { form, frame } = useCreateForm<PlanFormValues, PlanFormBody>({
    resolver: zodResolver(planForm),
    defaultValues: createNewPlan(plans),
    fields: ['name', 'pricePence', 'passes', 'interval', 'description', 'order'],
    failureToast: staffMessages.createFailed('plan'),
    create: async (body, { reset }) => {
      await idempotentPost<unknown>(plansPath, body);
      toast(staffMessages.created('plan'));
      reset({ ...createNewPlan(plans), order: body.order + 1 });
      await refreshPlans(mutate);
    },
  });
  return (
    <CreateForm label="Create a plan" submitLabel="Create plan" busyLabel="Creating..." {...frame}>
      <PlanFields form={form} />
    </CreateForm>
  );
}

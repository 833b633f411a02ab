import { zodResolver } from '@hookform/resolvers/zod';
import { useSWRConfig } from 'swr';
import type { AdminPlan } from '#services/contract/plans.ts';
import { EditTermsDialog } from '#web/components/staff/edit-terms-dialog.tsx';
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

/** Changes a plan for new sales. */
export function EditPlanDialog({ plan, onClose }: EditPlanDialogProps) {
  const { mutate } = useSWRConfig();
  return (
    <EditTermsDialog<PlanFormValues, PlanFormBody>
      what="plan"
      name={plan.name}
      description="For who starts it from now on. Who has it keeps its price, passes and priority."
      path={`${plansPath}/${plan.id}`}
      resolver={zodResolver(planForm)}
      defaultValues={toFormValues(plan)}
      fields={fields}
      seen={pickSeenPlan(plan)}
      texts={planTexts}
      hasChangedTerms={(body) => hasChangedTerms(plan, body)}
      refresh={() => refreshPlans(mutate)}
      renderFields={(form) => <PlanFields form={form} />}
      onClose={onClose}
    />
  );
}

import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { AdminPlan } from '#services/contract/plans.ts';
import { EffectsDialog } from '#web/components/staff/effects-dialog.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { createAmountColumn } from '#web/components/table/amount-column.ts';
import type { Column } from '#web/components/table/column.ts';
import { DataTable } from '#web/components/table/data-table.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { addWallDays, formatWallDate, toLondonDate } from '#web/lib/london-time.ts';
import { formatExactPence } from '#web/lib/money.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { EditPlanDialog } from './edit-plan-dialog.tsx';
import { PlanBadge } from './plan-badge.tsx';
import { pickSeenPlan, planTexts } from './plan-form-values.ts';
import { describePlanStatus } from './plan-status.ts';
import { PriceChangeDialog } from './price-change-dialog.tsx';
import { plansPath, refreshPlans } from './use-plans.ts';

const columns: readonly Column<AdminPlan>[] = [
  {
    id: 'name',
    header: 'Plan',
    value: ({ name }) => name,
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  createAmountColumn('price', 'Price', ({ pricePence }) => pricePence),
  { id: 'interval', header: 'Renews', value: ({ interval }) => planTexts.interval.format(interval) },
  { id: 'passes', header: 'Passes', value: ({ passes }) => passes, align: 'right' },
  { id: 'priority', header: 'Priority booking', value: ({ priority }) => (priority ? 'Yes' : 'No') },
  { id: 'holders', header: 'Members', value: ({ holders }) => holders, align: 'right' },
  {
    id: 'priceChange',
    header: 'Price for members',
    value: ({ priceChange }) =>
      priceChange === null
        ? ''
        : `${formatExactPence(priceChange.pricePence)} from ${formatWallDate(priceChange.effectiveFrom)}`,
  },
  {
    id: 'status',
    header: 'Status',
    value: describePlanStatus,
    cell: (plan) => <PlanBadge status={describePlanStatus(plan)} />,
  },
];

/** The plans as a table, each of which can be edited and retired. */
export function PlanList({ plans }: { plans: readonly AdminPlan[] }) {
  const { mutate } = useSWRConfig();
  const today = toLondonDate(useStudioNow());
  const [editing, setEditing] = useState<AdminPlan | null>(null);
  const [pricing, setPricing] = useState<AdminPlan | null>(null);
  const [retiring, setRetiring] = useState<AdminPlan | null>(null);

  return (
    <>
      <DataTable
        caption="Plans"
        columns={columns}
        rows={plans}
        rowKey={({ id }) => id}
        csvName="plans"
        empty="No plans found"
        actions={(plan) => (
          <>
            {plan.holders > 0 && (
              <Button
                variant="quiet"
                size="sm"
                aria-label={`Price for members of ${plan.name}`}
                onClick={() => setPricing(plan)}
              >
                Price for members
              </Button>
            )}
            {!plan.isRetired && (
              <>
                <Button
                  variant="quiet"
                  size="sm"
                  aria-label={`Edit ${plan.name}`}
                  onClick={() => setEditing(plan)}
                >
                  Edit
                </Button>
                <Button
                  variant="quietDanger"
                  size="sm"
                  aria-label={`Retire ${plan.name}`}
                  onClick={() => setRetiring(plan)}
                >
                  Retire
                </Button>
              </>
            )}
          </>
        )}
      />
      {editing && <EditPlanDialog key={editing.id} plan={editing} onClose={() => setEditing(null)} />}
      {pricing && (
        <PriceChangeDialog
          key={pricing.id}
          plan={pricing}
          firstDay={addWallDays(today, 31)}
          onClose={() => setPricing(null)}
        />
      )}
      {retiring && (
        <EffectsDialog
          title={`Retire ${retiring.name}?`}
          call={{ path: `${plansPath}/${retiring.id}`, method: 'DELETE' }}
          seen={pickSeenPlan(retiring)}
          texts={planTexts}
          confirmLabel="Retire plan"
          onSuccess={() => {
            toast(staffMessages.planRetired(retiring.name));
            return refreshPlans(mutate);
          }}
          onFailure={() => toast(staffMessages.retirePlanFailed)}
          onClose={() => setRetiring(null)}
        />
      )}
    </>
  );
}

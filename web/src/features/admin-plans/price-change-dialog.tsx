import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { type AdminPlan, type PriceChangeBody, priceChangeBody } from '#services/contract/plans.ts';
import { EffectsDialog } from '#web/components/staff/effects-dialog.tsx';
import { FormDialog } from '#web/components/staff/form-dialog.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { DateInput } from '#web/components/ui/date-input.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { formatWallDate } from '#web/lib/london-time.ts';
import { toPence, toPounds } from '#web/lib/money.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { pickSeenPrices, planTexts } from './plan-form-values.ts';
import { plansPath, refreshPlans } from './use-plans.ts';

interface PriceChangeDialogProps {
  readonly plan: AdminPlan;
  /** The first day that is proposed, `yyyy-MM-dd`. */
  readonly firstDay: string;
  readonly onClose: () => void;
}

/** Another price for those who have a plan, which is confirmed once its effects are listed. */
export function PriceChangeDialog({ plan, firstDay, onClose }: PriceChangeDialogProps) {
  const { mutate } = useSWRConfig();
  const [pounds, setPounds] = useState(String(toPounds(plan.pricePence)));
  const [day, setDay] = useState(firstDay);
  const [errors, setErrors] = useState<{ pricePence?: string; effectiveFrom?: string }>({});
  const [confirming, setConfirming] = useState<PriceChangeBody | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const isDirty = pounds !== String(toPounds(plan.pricePence)) || day !== firstDay;
  useUnsavedChanges(isDirty, false);

  const submit = () => {
    setFailure(null);
    const parsed = priceChangeBody.safeParse({
      pricePence: toPence(Number(pounds || 0)),
      effectiveFrom: day,
    });
    const find = (name: string) => parsed.error?.issues.find(({ path }) => path[0] === name)?.message;
    const [price, from] = [find('pricePence'), find('effectiveFrom')];
    setErrors({ ...(price && { pricePence: price }), ...(from && { effectiveFrom: from }) });
    if (parsed.success) setConfirming(parsed.data);
  };

  if (confirming !== null)
    return (
      <EffectsDialog
        title={`Change the price of ${plan.name} for its members?`}
        call={{ path: `${plansPath}/${plan.id}/price-change`, method: 'POST', body: confirming }}
        seen={pickSeenPrices(plan)}
        texts={planTexts}
        onTakeTheirs={onClose}
        confirmLabel="Tell members"
        isDanger={false}
        onSuccess={async () => {
          toast(staffMessages.priceChangeProposed(plan.name, formatWallDate(confirming.effectiveFrom)));
          await refreshPlans(mutate);
          onClose();
        }}
        onFailure={(cause) => {
          toast(staffMessages.priceChangeFailed(cause));
          if (!(cause instanceof ApiError) || cause.code !== 'NOTICE_TOO_SHORT') return;
          setFailure(cause);
          setConfirming(null);
        }}
        onClose={() => setConfirming(null)}
      />
    );
  return (
    <FormDialog
      title={`Price of ${plan.name} for its members`}
      description="Members need 30 days’ notice. Each of them gets an email, and pays the new price from the first renewal on or after the day."
      busy={false}
      isUnsaved={isDirty}
      failure={failure}
      submitLabel="Show the effects"
      className="grid gap-4 py-1 sm:grid-cols-2"
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="New price in pounds" error={errors.pricePence}>
        {(control) => (
          <Input
            {...control}
            type="number"
            inputMode="decimal"
            min={0}
            step={0.01}
            className="text-right tabular-nums"
            value={pounds}
            onChange={({ target }) => setPounds(target.value)}
            required
          />
        )}
      </Field>
      <Field label="From" error={errors.effectiveFrom}>
        {(control) => (
          <DateInput {...control} value={day} onChange={({ target }) => setDay(target.value)} required />
        )}
      </Field>
    </FormDialog>
  );
}

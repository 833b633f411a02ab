import { useState } from 'react';
import useSWR from 'swr';
import type { MembershipAnswer } from '#services/contract/membership.ts';
import type { Plan } from '#services/contract/plans.ts';
import { BulletList } from '#web/components/ui/bullet-list.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog, DialogClose } from '#web/components/ui/dialog.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { getErrorMessage } from '#web/lib/api-error.ts';
import { formatDate } from '#web/lib/london-time.ts';
import { formatPence } from '#web/lib/money.ts';
import { PlanChoice } from '../membership/plan-choice.tsx';
import { previewPlan } from './api/change-plan.ts';
import { PlanTimeChoice } from './plan-time-choice.tsx';
import { useChangePlan } from './use-change-plan.ts';

interface ChangePlanDialogProps {
  readonly id: number;
  readonly membership: MembershipAnswer;
  /** The plans to choose from, without the present one. */
  readonly plans: readonly Plan[];
  readonly onClose: () => void;
}

/** Whether a plan can start immediately: more passes for more money, at the same interval, and no other plan is chosen yet. */
const canStartNow = (
  plan: Plan,
  { monthlyPasses, pricePence, interval, planChange }: MembershipAnswer,
): boolean =>
  planChange === null &&
  plan.passes > monthlyPasses &&
  plan.pricePence > pricePence &&
  plan.interval === interval;

/** Reads what the change would mean, for this moment only. */
const usePreview = (id: number, planId: number | undefined, when: 'now' | 'renewal') =>
  useSWR(
    planId === undefined ? null : ['plan-preview', id, planId, when],
    () => previewPlan(id, { planId: planId ?? 0, when }),
    { dedupingInterval: 0, revalidateOnMount: true, keepPreviousData: false },
  );

/** Chooses another plan, and shows what that means before it is confirmed. */
export const ChangePlanDialog = ({ id, membership, plans, onClose }: ChangePlanDialogProps) => {
  const { change, isChanging } = useChangePlan(id);
  const [chosenId, setChosenId] = useState(plans[0]?.id);
  const [wanted, setWanted] = useState<'now' | 'renewal'>('renewal');
  const plan = plans.find((each) => each.id === chosenId);
  const isUpgrade = plan !== undefined && canStartNow(plan, membership);
  const when = isUpgrade ? wanted : 'renewal';
  const { data: preview, error, isValidating, mutate } = usePreview(id, plan?.id, when);
  const isReady = preview !== undefined && !isValidating;

  const confirm = () => {
    if (plan === undefined || preview === undefined) return;
    const quote =
      when === 'now' ? { expectedPricePence: preview.pricePence, quotedAt: preview.quotedAt } : {};
    change(plan.name, { planId: plan.id, when, ...quote }, (hasChanged) => {
      if (hasChanged) onClose();
      // The price may be another by now.
      else void mutate();
    });
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isChanging && onClose()}
      title="Change your plan"
      footer={
        <>
          <DialogClose disabled={isChanging}>Go back</DialogClose>
          <Button busy={isChanging} disabled={!isReady} onClick={confirm}>
            {when === 'now' && isReady ? `Pay ${formatPence(preview.pricePence)} and change` : 'Change plan'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <PlanChoice plans={plans} chosenId={plan?.id ?? null} onChoose={setChosenId} />
        {isUpgrade && (
          <PlanTimeChoice
            chosen={when}
            disabled={isChanging}
            renewal={membership.currentPeriodEnd === null ? null : formatDate(membership.currentPeriodEnd)}
            onChoose={setWanted}
          />
        )}
        <div aria-live="polite">
          {error !== undefined && !isValidating && (
            <Notice tone="error">
              {getErrorMessage(error, 'We could not find out what this would cost. Please try again.')}
            </Notice>
          )}
          {isReady && (
            <BulletList>
              {preview.summary.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </BulletList>
          )}
          {!isReady && (error === undefined || isValidating) && <Skeleton className="h-20" />}
        </div>
      </div>
    </Dialog>
  );
};

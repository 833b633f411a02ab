import { useState } from 'react';
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
import { usePreview } from '#web/lib/use-preview.ts';
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

/** Chooses another plan, and shows what that means before it is confirmed. */
export const ChangePlanDialog = ({ id, membership, plans, onClose }: ChangePlanDialogProps) => {
  const { change, isChanging } = useChangePlan(id);
  const [chosenId, setChosenId] = useState(plans[0]?.id);
  const [wanted, setWanted] = useState<'now' | 'renewal'>('renewal');
  const plan = plans.find((each) => each.id === chosenId);
  const isUpgrade = plan !== undefined && canStartNow(plan, membership);
  const when = isUpgrade ? wanted : 'renewal';
  const { preview, error, readAgain } = usePreview(
    plan === undefined ? null : ['plan-preview', id, plan.id, when],
    () => previewPlan(id, { planId: plan?.id ?? 0, when }),
  );

  const confirm = () => {
    if (plan === undefined || preview === undefined) return;
    const quote =
      when === 'now' ? { expectedPricePence: preview.pricePence, quotedAt: preview.quotedAt } : {};
    change(plan.name, { planId: plan.id, when, ...quote }, (hasChanged) => {
      if (hasChanged) onClose();
      // The price may be another by now.
      else readAgain();
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
          <Button busy={isChanging} disabled={preview === undefined} onClick={confirm}>
            {when === 'now' && preview ? `Pay ${formatPence(preview.pricePence)} and change` : 'Change plan'}
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
          {error !== undefined && (
            <Notice tone="error">
              {getErrorMessage(error, 'We could not find out what this would cost. Please try again.')}
            </Notice>
          )}
          {preview && (
            <BulletList>
              {preview.summary.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </BulletList>
          )}
          {preview === undefined && error === undefined && <Skeleton className="h-20" />}
        </div>
      </div>
    </Dialog>
  );
};

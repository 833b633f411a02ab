import { type Ref, type RefObject, Suspense, useState } from 'react';
import type { MembershipAnswer } from '#services/contract/membership.ts';
import { Button } from '#web/components/ui/button.tsx';
import { DialogLoading } from '#web/components/ui/dialog-loading.tsx';
import { lazyOnInteraction } from '#web/lib/lazy-on-interaction.ts';
import { forAPeriod } from '#web/lib/period-words.ts';
import { useRuleValues } from '#web/lib/rule-values.ts';

const PauseDialog = lazyOnInteraction(() => import('./pause-dialog.tsx').then((m) => m.PauseDialog));

interface PauseActionProps {
  readonly id: number;
  readonly membership: MembershipAnswer;
  readonly buttonRef: Ref<HTMLButtonElement>;
  readonly focusAfter: RefObject<HTMLElement | null>;
}

/** Pauses the next period of a membership that goes on, if the studio lets memberships be paused. */
export const PauseAction = ({ id, membership, buttonRef, focusAfter }: PauseActionProps) => {
  const isOffered = useRuleValues()?.pauses_allowed !== '0';
  const [isOpen, setOpen] = useState(false);
  const { status, cancelAtPeriodEnd, pause, interval } = membership;
  const canPause = status === 'active' && !cancelAtPeriodEnd && pause === null;
  return (
    <>
      {isOffered && canPause && (
        <Button ref={buttonRef} variant="secondary" onClick={() => setOpen(true)}>
          Pause {forAPeriod[interval]}
        </Button>
      )}
      {isOpen && (
        <Suspense fallback={<DialogLoading />}>
          <PauseDialog
            id={id}
            membership={membership}
            focusAfter={focusAfter}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
};

import { type Ref, type RefObject, useState } from 'react';
import type { MembershipAnswer } from '#services/contract/membership.ts';
import { Button } from '#web/components/ui/button.tsx';
import { lazyDialog } from '#web/components/ui/lazy-parts.tsx';
import { forAPeriod } from '#web/lib/period-words.ts';
import { prefetched } from '#web/lib/prefetched.ts';
import { useRuleValues } from '#web/lib/rule-values.ts';

const PauseDialog = lazyDialog(prefetched(() => import('./pause-dialog.tsx').then((m) => m.PauseDialog)));

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
        <PauseDialog id={id} membership={membership} focusAfter={focusAfter} onClose={() => setOpen(false)} />
      )}
    </>
  );
};

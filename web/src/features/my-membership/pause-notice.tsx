import { type Ref, useEffect, useRef } from 'react';
import type { MembershipAnswer } from '#services/contract/membership.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { formatDate } from '#web/lib/london-time.ts';
import { usePause } from './use-pause.ts';

interface PauseNoticeProps {
  readonly id: number;
  readonly membership: MembershipAnswer;
  readonly buttonRef: Ref<HTMLButtonElement>;
}

/** A pause, ahead or running; one that has not begun can be withdrawn. */
export const PauseNotice = ({ id, membership, buttonRef }: PauseNoticeProps) => {
  const { withdraw, isChanging } = usePause(id);
  const { pause, status, cancelAtPeriodEnd } = membership;
  // A cancelled membership ends before its pause, or with it.
  if (pause === null || cancelAtPeriodEnd) return null;
  const until = formatDate(pause.until);
  return (
    <Notice title={`Paused from ${formatDate(pause.from)} to ${until}`}>
      <p>
        Nothing is charged for this time, and it has no passes. On {until} your membership comes back by
        itself, with a charge and fresh passes.
      </p>
      {status !== 'paused' && (
        <Button ref={buttonRef} variant="secondary" className="mt-3" busy={isChanging} onClick={withdraw}>
          {isChanging ? 'One moment...' : 'Withdraw the pause'}
        </Button>
      )}
    </Notice>
  );
};

/** Moves the focus to `pauseButton` when a pause is withdrawn, because the focused button is removed. */
export const useFocusAfterWithdrawal = (isPlanned: boolean) => {
  const pauseButton = useRef<HTMLButtonElement>(null);
  const wasPlanned = useRef(isPlanned);
  useEffect(() => {
    const isWithdrawn = wasPlanned.current && !isPlanned;
    wasPlanned.current = isPlanned;
    if (isWithdrawn && document.activeElement === document.body)
      pauseButton.current?.focus({ preventScroll: true });
  }, [isPlanned]);
  return pauseButton;
};

import type { ScheduledClass } from '#services/contract/schedule.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { formatDayTime } from '#web/lib/london-time.ts';
import { OverlapNotice } from './overlap-notice.tsx';
import { PassNeededNotice } from './pass-notes.tsx';
import { useConfirmPlace } from './use-confirm-place.ts';
import { useWaitlistChange } from './use-waitlist-change.ts';
import type { WaitlistState } from './waitlist-state.ts';
import { formatPosition } from './waitlist-text.ts';

interface AskedPanelProps {
  readonly scheduledClass: ScheduledClass;
  readonly state: Extract<WaitlistState, { kind: 'asked' }>;
}

/** The class moved far from the time that the member joined for: they keep their place or leave, with one press each. */
export const AskedPanel = ({ scheduledClass, state }: AskedPanelProps) => {
  const { confirm, isConfirming } = useConfirmPlace(scheduledClass);
  const { leave, isChanging } = useWaitlistChange(scheduledClass);
  const { position, joinedFor, hasLostOffer } = state;
  return (
    <Card className="border-coral! md:p-8">
      <p className="text-ink-muted">{formatPosition(position)}</p>
      <h2 tabIndex={-1} className="mt-1 text-2xl md:text-3xl">
        This class has moved: do you still want it?
      </h2>
      <dl className="mt-4 grid max-w-xl grid-cols-[auto_1fr] gap-x-5 gap-y-1">
        <dt className="text-ink-muted">You joined for</dt>
        <dd className="tabular">{formatDayTime(joinedFor)}</dd>
        <dt className="text-ink-muted">It is now on</dt>
        <dd className="tabular font-semibold">{formatDayTime(scheduledClass.startsAt)}</dd>
      </dl>
      <p className="mt-4 max-w-xl">
        {hasLostOffer
          ? 'The spot that we kept for you was for the old time, so we had to take it back. No pass was used. '
          : ''}
        You keep your place in the line. Until you say that you want it, no spot goes to you.
      </p>
      <OverlapNotice classId={scheduledClass.id} />
      <PassNeededNotice startsAt={scheduledClass.startsAt} />
      <div className="mt-7 flex flex-col gap-3 md:flex-row">
        <Button size="lg" busy={isConfirming} disabled={isChanging} onClick={confirm}>
          Keep my place
        </Button>
        <Button size="lg" variant="secondary" busy={isChanging} disabled={isConfirming} onClick={leave}>
          Leave Waitlist
        </Button>
      </div>
    </Card>
  );
};

import { Link } from 'react-router-dom';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { HowSpotsGo } from './how-spots-go.tsx';
import { OverlapNotice } from './overlap-notice.tsx';
import { PassNeededNotice } from './pass-notes.tsx';
import { useWaitlistChange } from './use-waitlist-change.ts';
import { WaitlistDots } from './waitlist-dots.tsx';
import { describeSkipReason, describeWithdrawal } from './waitlist-happenings.ts';
import type { WaitlistState } from './waitlist-state.ts';
import { formatPosition } from './waitlist-text.ts';

type WaitingState = Extract<WaitlistState, { kind: 'waiting' }>;

const MissedSpotNotice = ({ missed: { what, reason } }: { missed: NonNullable<WaitingState['missed']> }) => {
  if (what === 'lapsed')
    return (
      <Notice tone="info" title="The time to take your spot is over" className="mb-5">
        <p>It went on to the next in line. You keep your place for the next spot that comes free.</p>
      </Notice>
    );
  if (what === 'withdrawn')
    return (
      <Notice tone="warning" title="We had to take back the spot that we kept for you" className="mb-5">
        <p>
          We are sorry: {describeWithdrawal(reason)}. You keep your place, and if the spot comes back, we
          offer it to you again. No pass was used.
        </p>
      </Notice>
    );
  return (
    <Notice tone="warning" title={`You were skipped, since ${describeSkipReason(reason)}`} className="mb-5">
      <p>
        You keep your place for the next spot that comes free.{' '}
        {reason === 'overlap' ? null : (
          <Link to="/book-classes" className="text-link">
            Buy Passes
          </Link>
        )}
      </p>
    </Notice>
  );
};

interface WaitingPanelProps {
  readonly scheduledClass: ScheduledClass;
  readonly waiting: number;
  readonly state: WaitingState;
}

/** The member's place on the waitlist, and what happens when a spot comes free. */
export const WaitingPanel = ({ scheduledClass, waiting, state: { position, missed } }: WaitingPanelProps) => {
  const { leave, isChanging } = useWaitlistChange(scheduledClass);
  return (
    <>
      {missed ? <MissedSpotNotice missed={missed} /> : null}
      <Card className="md:p-8">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h2 tabIndex={-1} className="text-2xl md:text-3xl">
            {formatPosition(position)}
          </h2>
          <WaitlistDots position={position} count={waiting} />
        </div>
        <p className="mt-1 text-ink-muted">{waiting} on waitlist</p>
        <OverlapNotice classId={scheduledClass.id} />
        {missed?.what === 'skipped' ? null : <PassNeededNotice startsAt={scheduledClass.startsAt} />}
        <h3 className="mt-6 font-sans font-semibold tracking-normal">When a spot comes free</h3>
        <HowSpotsGo />
        <div className="mt-7 flex flex-col gap-3 md:flex-row">
          <Button variant="secondary" busy={isChanging} onClick={leave}>
            Leave Waitlist
          </Button>
        </div>
      </Card>
    </>
  );
};

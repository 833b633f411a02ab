import { useState } from 'react';
import type { MembershipAnswer } from '#services/contract/membership.ts';
import { BulletList } from '#web/components/ui/bullet-list.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog, DialogClose } from '#web/components/ui/dialog.tsx';
import { formatDate } from '#web/lib/london-time.ts';
import { formatPence } from '#web/lib/money.ts';
import { type CancellationTime, CancellationTimeChoice } from '../membership/cancellation-time-choice.tsx';
import { useChangeMembership } from './use-change-membership.ts';

interface CancelUnpaidDialogProps {
  readonly id: number;
  readonly membership: MembershipAnswer;
  readonly onClose: () => void;
}

const listConsequences = ({ openPayment, pricePence, cancelAtPeriodEnd }: MembershipAnswer): string[] => [
  ...(openPayment === null
    ? []
    : [`The open payment of ${formatPence(pricePence)} is cancelled. Your card is not tried again.`]),
  'You are not charged any more.',
  'The classes you have booked stay booked.',
  ...(cancelAtPeriodEnd ? ['It can’t be undone. You can start a new membership at any time.'] : []),
];

/** Cancels a membership whose payment failed, immediately or with its unpaid month, and names what happens. */
export const CancelUnpaidDialog = ({ id, membership, onClose }: CancelUnpaidDialogProps) => {
  const { cancel, isChanging } = useChangeMembership(id, onClose, 'past_due');
  const [time, setTime] = useState<CancellationTime>('now');
  // A membership that ends with its month already can only end earlier.
  const hasChoice = !membership.cancelAtPeriodEnd;
  const monthEnd = membership.openPayment?.periodEnd ?? membership.nextBillingDate;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isChanging && onClose()}
      title={hasChoice ? 'Cancel your membership?' : 'End your membership now?'}
      isDanger
      footer={
        <>
          <DialogClose variant="primary" disabled={isChanging}>
            Keep it
          </DialogClose>
          <Button variant="danger" busy={isChanging} onClick={() => cancel(time)}>
            {isChanging ? 'Cancelling...' : hasChoice ? 'Cancel Membership' : 'End it now'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {hasChoice ? (
          <CancellationTimeChoice
            chosen={time}
            disabled={isChanging}
            periodEndLabel={monthEnd === null ? 'At the end of the month' : `On ${formatDate(monthEnd)}`}
            hints={{
              now: 'It can’t be undone. You can start a new membership at any time.',
              period_end: 'Until then you can change your mind. You can book nothing new on it.',
            }}
            onChoose={setTime}
          />
        ) : null}
        <BulletList>
          {listConsequences(membership).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </BulletList>
      </div>
    </Dialog>
  );
};

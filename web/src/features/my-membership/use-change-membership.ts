import { useSWRConfig } from 'swr';
import type { MembershipAnswer } from '#services/contract/membership.ts';
import { toast } from '#web/components/ui/toast.ts';
import { myClassesMessages } from '#web/features/my-classes/my-classes-messages.ts';
import { formatDate } from '#web/lib/london-time.ts';
import type { ToastMessage } from '#web/lib/toast-message.ts';
import { useOneAtATime } from '#web/lib/use-one-at-a-time.ts';
import { refreshMembership } from '../membership/api/refresh-membership.ts';
import type { CancellationTime } from '../membership/cancellation-time-choice.tsx';
import {
  describeMembershipEnd,
  describePausedEnd,
  describeUnpaidEnd,
} from '../membership/membership-text.ts';
import { cancelMembership } from './api/cancel-membership.ts';
import { resumeMembership } from './api/resume-membership.ts';
import { myMembershipMessages } from './my-membership-messages.ts';

type Status = MembershipAnswer['status'];

const cancel = async (id: number, when: CancellationTime, status: Status): Promise<ToastMessage> => {
  const { endsAt, remainingPasses } = await cancelMembership(id, { when });
  const describe = () => {
    if (status === 'past_due') return describeUnpaidEnd(when, endsAt);
    return status === 'paused' && endsAt !== null
      ? describePausedEnd(endsAt)
      : describeMembershipEnd(endsAt, remainingPasses);
  };
  return myMembershipMessages.membershipCancelled(describe());
};

const resume = async (id: number): Promise<ToastMessage> => {
  const { nextBillingDate } = await resumeMembership(id);
  return myMembershipMessages.membershipResumed(
    nextBillingDate === null ? null : formatDate(nextBillingDate),
  );
};

/** Cancels a membership or undoes that, reloads what changed and shows the result, then calls `onDone`. */
export const useChangeMembership = (id: number, onDone = () => {}, status: Status = 'active') => {
  const { mutate } = useSWRConfig();
  const { busy, run } = useOneAtATime();

  const change = async (
    send: (id: number) => Promise<ToastMessage>,
    describeFailure: (cause: unknown) => ToastMessage,
  ) => {
    const message = await send(id).catch(describeFailure);
    // The page changes together with the message. A refusal mostly means that the page was out of date.
    await refreshMembership(mutate);
    toast(message);
    onDone();
  };

  return {
    cancel: (when: CancellationTime) =>
      void run(() => change((each) => cancel(each, when, status), myClassesMessages.cancellationFailed)),
    resume: () => void run(() => change(resume, myMembershipMessages.membershipResumeFailed)),
    isChanging: busy,
  };
};

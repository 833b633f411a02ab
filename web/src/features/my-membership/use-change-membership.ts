import { useSWRConfig } from 'swr';
import { toast } from '../../components/ui/toast.ts';
import type { ToastMessage } from '../../components/ui/toast-card.tsx';
import { formatDate } from '../../lib/london-time.ts';
import { messages } from '../../lib/messages.ts';
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts';
import { refreshMembership } from '../membership/api/refresh-membership.ts';
import { untilText } from '../membership/membership-words.ts';
import { cancelMembership } from './api/cancel-membership.ts';
import { resumeMembership } from './api/resume-membership.ts';

const doCancel = async (id: number): Promise<ToastMessage> => {
  const { endsAt, remainingPasses } = await cancelMembership(id);
  return messages.membershipCancelled(untilText(endsAt, remainingPasses));
};

const doResume = async (id: number): Promise<ToastMessage> => {
  const { nextBillingDate } = await resumeMembership(id);
  return messages.membershipKept(nextBillingDate === null ? null : formatDate(nextBillingDate));
};

/** Cancels a membership or takes that back: says how it went and reads again what changed. `onDone` comes after. */
export const useChangeMembership = (id: number, onDone = () => {}) => {
  const { mutate } = useSWRConfig();
  const { busy, run } = useOneAtATime();

  const change = async (
    work: (id: number) => Promise<ToastMessage>,
    failed: (cause: unknown) => ToastMessage,
  ) => {
    const message = await work(id).catch(failed);
    // The page changes with the message, not before or after it. Refused mostly means that it was out of date.
    await refreshMembership(mutate);
    toast(message);
    onDone();
  };

  return {
    cancel: () => void run(() => change(doCancel, messages.cancellationFailed)),
    resume: () => void run(() => change(doResume, messages.membershipNotKept)),
    changing: busy,
  };
};
